/* layout.c -- layouts of raw objects, from debug information; see unit.h.
 *
 * They name pieces of memory: for traces, and for the regions that accesses are attributed to.  A
 * global variable and a local one have regions of their own; objects of the heap share those of
 * their type. */
#include "front/c/lower/func.h"

enum { TYPE_ELEMENTS = 4, TYPE_NAME = 2, TYPE_BASE = 3 };

/* How many fields a layout has at most, and how many elements of a struct type get fields of their
 * own: the machine looks for a field whenever memory is touched.  A type that loses some by it has
 * a second layout with all of them, for prove, which makes arrays of them again. */
enum { MOST_FIELDS = 128, MOST_ELEMENTS = 16, ALL_FIELDS = 8192, ALL_ELEMENTS = 1024 };

/* A layout in the making. */
typedef struct Shape {
    Unit *u;
    uint32_t layout;
    RegionKind kind;    /* of the regions of its fields */
    const char *name;   /* what regions begin with */
    uint32_t inside;    /* where the struct begins whose members are added */
    bool nameless;      /* it has no name: its members are those of the one around it */
    uint32_t names;     /* of the values */
    bool library;       /* it is a type of the thread library, or a variable of lib/ */
    Tags tags;          /* annotations of what is added */
    FieldRole role;     /* of what is added */
    bool whole;         /* with fields that the machine would have to look for */
    bool *lost;         /* is set if there are others; or NULL */
    LLVMMetadataRef to; /* what is added are pointers to this; NULL: it is not known */
} Shape;

static Layout *layout_at(const Shape *s)
{
    return &s->u->program->layouts.at[s->layout];
}

/* `a.b`, or the one of them that is not empty. */
static const char *dotted(Unit *u, const char *a, const char *b)
{
    return arena_print(&u->arena, "%s%s%s", a, *a && *b && *b != '[' ? "." : "", b);
}

static uint32_t name_region(const Shape *s, const char *path)
{
    uint32_t region = build_region(&s->u->b, dotted(s->u, s->name, path), s->kind);
    s->u->program->regions.at[region].library = s->library;
    return region;
}

/* count cells of one type, one after the other; `path` names its region. */
static void add_cells(const Shape *s, const char *name, const char *path, uint64_t offset,
                      Type type, uint64_t count)
{
    Layout *layout = layout_at(s);
    uint32_t bytes = type.kind == TYPE_PTR ? s->u->program->pointer_bytes : type_bytes(type);
    if (offset % bytes) {
        count *= bytes;
        type = (Type){TYPE_UNSIGNED, 8};
        bytes = 1;
    }
    bool full = layout->fields.len >= (s->whole ? ALL_FIELDS : MOST_FIELDS);
    if (full && s->lost)
        *s->lost = true;
    if (!count || full || offset + count * bytes > layout->size)
        return;
    Field field = {
        .name = name,
        .offset = (uint32_t)offset,
        .type = type,
        .count = count > 1 ? (uint32_t)count : 0,
        .names = s->names,
        .region = name_region(s, path),
        .owner = s->tags.owner,
        .role = s->role,
    };
    build_raw_field(&s->u->b, s->layout, field);
    if (s->to && type.kind == TYPE_PTR && !s->library)
        vec_push(&s->u->pointers,
                 ((Pointer){s->layout, (uint32_t)layout_at(s)->fields.len - 1, s->to}));
    if (s->tags.count)
        predicate_attach(s->u, field.region, &s->tags);
}

static void add_bytes(const Shape *s, const char *name, const char *path, uint64_t offset,
                      uint64_t count)
{
    add_cells(s, name, path, offset, (Type){TYPE_UNSIGNED, 8}, count);
}

Type layout_cell(Unit *u, LLVMMetadataRef type)
{
    type = debug_strip(u, type);
    if (!type)
        return (Type){0};
    Tag tag = debug_tag(type);
    uint64_t bits = LLVMDITypeGetSizeInBits(type);
    if (tag == TAG_POINTER)
        return TYPE_POINTER;
    if (tag != TAG_BASE && tag != TAG_ENUM)
        return (Type){0};
    if (tag == TAG_BASE && strcmp(debug_type_name(u, type), "_Bool") == 0)
        return TYPE_U1; /* it takes a byte */
    const char *name = debug_type_name(u, type);
    if (strcmp(name, "float") == 0 || strcmp(name, "double") == 0)
        return (Type){TYPE_FLOAT, (uint8_t)bits};
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        return (Type){0};
    LLVMTypeRef integer = LLVMIntTypeInContext(u->context, (unsigned)bits);
    return type_of_variable(u, integer, type);
}

static void add_type(const Shape *s, const char *name, const char *path, uint64_t offset,
                     LLVMMetadataRef type);

static bool is_thread(Unit *u, LLVMMetadataRef type)
{
    for (; type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind &&
           debug_tag(type) != TAG_POINTER;
         type = debug_operand(u, type, TYPE_BASE)) {
        const char *name = debug_tag(type) == TAG_TYPEDEF ? debug_text(u, type, TYPE_NAME) : "";
        if (strcmp(name, "pthread_t") == 0 || strcmp(name, "thrd_t") == 0)
            return true;
    }
    return false;
}

uint32_t layout_names(Unit *u, LLVMMetadataRef type)
{
    if (!is_thread(u, type))
        return 0;
    if (!u->thread_names)
        u->thread_names = build_name_list(&u->b);
    return u->thread_names;
}

/* What pointers point to: all fields of it matter. */
static uint32_t whole_layout(const Unit *u, uint32_t layout)
{
    uint32_t whole = u->program->layouts.at[layout].type;
    return whole ? whole : layout;
}

/* The struct or scalar that a pointer of this type points to; NULL: none, or it does not matter. */
static LLVMMetadataRef pointee(Unit *u, LLVMMetadataRef type)
{
    LLVMMetadataRef to = debug_strip(u, debug_pointee(u, type));
    bool known = to && (debug_tag(to) == TAG_STRUCT || layout_cell(u, to).kind != TYPE_VOID);
    return known && debug_bytes(u, to) ? to : NULL;
}

uint32_t layout_pointee(Unit *u, LLVMMetadataRef type)
{
    LLVMMetadataRef to = pointee(u, type);
    return to ? whole_layout(u, layout_of_type(u, to)) : 0;
}

void layout_finish(Unit *u)
{
    for (size_t i = 0; i < u->pointers.len; i++) { /* new layouts may add to it */
        Pointer pointer = u->pointers.at[i];
        uint32_t to = whole_layout(u, layout_of_type(u, pointer.to));
        u->program->layouts.at[pointer.layout].fields.at[pointer.field].points = to;
    }
}

/* Elements of a struct type get a field each if they are few. */
static void add_array(const Shape *s, const char *name, const char *path, uint64_t offset,
                      LLVMMetadataRef type)
{
    Unit *u = s->u;
    LLVMMetadataRef element = type;
    uint64_t count = debug_elements(u, &element), size = debug_bytes(u, element);
    Type cell = layout_cell(u, element);
    const char *inner = arena_print(&u->arena, "%s[]", path);
    Shape shape = *s;
    if (is_thread(u, element))
        shape.names = layout_names(u, element);
    shape.to = pointee(u, element);
    s = &shape;
    if (cell.kind != TYPE_VOID)
        add_cells(s, name, inner, offset, cell, count);
    else if (count > (s->whole ? ALL_ELEMENTS : MOST_ELEMENTS)) {
        if (s->lost)
            *s->lost = true;
        if (!u->options->all) /* then it is not for check */
            predicate_note_lost(u, element);
        add_bytes(s, name, inner, offset, count * size);
    } else
        for (uint64_t i = 0; i < count; i++)
            add_type(s, arena_print(&u->arena, "%s[%llu]", name, (unsigned long long)i), inner,
                     offset + i * size, element);
}

/* The annotations of a member; what is annotated as a whole has members without. */
static void add_tags(Shape *s, LLVMMetadataRef member, uint64_t at)
{
    Tags tags = predicate_tags(s->u, member, debug_operand(s->u, member, TYPE_BASE));
    if (!tags.count)
        return;
    tags.member = true;
    tags.owner = s->inside;
    tags.start = (uint32_t)at - s->inside;
    if (s->tags.count)
        predicate_clash(s->u, &s->tags, &tags);
    s->tags = tags;
}

/* Neighbouring bit-fields are one memory location, and one field: `a..c`.  Returns the index of the member
 * behind them. */
static unsigned add_bit_fields(const Shape *s, const char *name, const char *path, uint64_t offset,
                               LLVMMetadataRef members, unsigned first)
{
    Unit *u = s->u;
    unsigned count = debug_operands(u, members), end = first;
    LLVMMetadataRef member = debug_operand(u, members, first);
    const char *from = debug_text(u, member, TYPE_NAME), *to = from;
    uint64_t begin = LLVMDITypeGetOffsetInBits(member) / 8, last = begin;
    Shape shape = *s;
    Tags own = predicate_tags(u, member, NULL);
    add_tags(&shape, member, offset + begin);
    for (; end < count; end++) {
        member = debug_operand(u, members, end);
        if (!(LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) ||
            (end > first && !bits_are_together(u, debug_operand(u, members, end - 1), member)))
            break;
        Tags tags = predicate_tags(u, member, NULL);
        if (tags.count != own.count || (tags.count && tags.notes[0] != own.notes[0]))
            predicate_refuse(u, tags.count ? &tags : &own,
                             "bit-fields side by side have one predicate in common: declare them "
                             "together, or annotate the struct");
        to = debug_text(u, member, TYPE_NAME);
        last = (LLVMDITypeGetOffsetInBits(member) + LLVMDITypeGetSizeInBits(member) + 7) / 8;
    }
    shape.role = ROLE_LOCATION;
    const char *both = end - first > 1 ? arena_print(&u->arena, "%s..%s", from, to)
                                       : arena_print(&u->arena, "%s", from);
    add_bytes(&shape, dotted(u, name, both), dotted(u, path, both), offset + begin, last - begin);
    return end;
}

/* What a member of a type of lib/ is. */
static FieldRole role_of(const char *member)
{
    bool lock = strcmp(member, "lock") == 0 || strcmp(member, "writer") == 0;
    return lock                             ? ROLE_LOCK
           : strcmp(member, "readers") == 0 ? ROLE_READERS
           : strcmp(member, "value") == 0   ? ROLE_SEMAPHORE
                                            : ROLE_NONE;
}

bool layout_is_named(const char *member)
{
    return role_of(member) == ROLE_LOCK;
}

static void add_struct(const Shape *outer, const char *name, const char *path, uint64_t offset,
                       LLVMMetadataRef type)
{
    Unit *u = outer->u;
    LLVMMetadataRef members = debug_operand(u, type, TYPE_ELEMENTS);
    unsigned count = debug_operands(u, members), i = 0;
    Shape inner = *outer;
    if (!outer->nameless)
        inner.inside = (uint32_t)offset;
    while (i < count) {
        LLVMMetadataRef member = debug_operand(u, members, i);
        if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) {
            i = add_bit_fields(&inner, name, path, offset, members, i);
            continue;
        }
        const char *own = annotate_plain_name(debug_text(u, member, TYPE_NAME));
        uint64_t at = offset + LLVMDITypeGetOffsetInBits(member) / 8;
        Shape shape = inner;
        shape.nameless = !*own;
        shape.role = outer->library ? role_of(own) : ROLE_NONE;
        if (outer->library && layout_is_named(own)) {
            shape.library = false;
            own = "";
        }
        add_tags(&shape, member, at);
        add_type(&shape, dotted(u, name, own), dotted(u, path, own), at,
                 debug_operand(u, member, TYPE_BASE));
        i++;
    }
}

/* A union is its scalar member that is as large as the union, or bytes. */
static void add_union(const Shape *s, const char *name, const char *path, uint64_t offset,
                      LLVMMetadataRef type)
{
    Unit *u = s->u;
    uint64_t bytes = debug_bytes(u, type);
    LLVMMetadataRef members = debug_operand(u, type, TYPE_ELEMENTS);
    Type cell = {0};
    for (unsigned i = 0; i < debug_operands(u, members); i++) {
        LLVMMetadataRef member = debug_operand(u, members, i);
        LLVMMetadataRef inner = debug_operand(u, member, TYPE_BASE);
        Tags tags = predicate_tags(u, member, inner);
        predicate_refuse(u, &tags, "the members of a union share their memory: annotate the union");
        if (cell.kind == TYPE_VOID && debug_bytes(u, inner) == bytes)
            cell = layout_cell(u, inner);
    }
    if (cell.kind != TYPE_VOID)
        add_cells(s, name, path, offset, cell, 1);
    else
        add_bytes(s, name, path, offset, bytes);
}

/* The typedef of a parameter of a model, behind pointers and qualifiers; NULL: there is none. */
static LLVMMetadataRef find_typedef(Unit *u, LLVMMetadataRef type)
{
    for (; type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind;
         type = debug_operand(u, type, TYPE_BASE))
        if (debug_tag(type) == TAG_TYPEDEF)
            return type;
    return NULL;
}

void layout_find_models(Unit *u)
{
    enum { SUBPROGRAM_TYPE = 4, SUBROUTINE_TYPES = 3 };
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f)) {
        LLVMMetadataRef subprogram = func_is_lib(f) ? LLVMGetSubprogram(f) : NULL;
        if (!subprogram)
            continue;
        LLVMMetadataRef types =
            debug_operand(u, debug_operand(u, subprogram, SUBPROGRAM_TYPE), SUBROUTINE_TYPES);
        for (unsigned k = 1; k < debug_operands(u, types); k++) {
            LLVMMetadataRef type = find_typedef(u, debug_operand(u, types, k));
            LLVMMetadataRef inner = type ? debug_strip(u, type) : NULL;
            if (inner && debug_tag(inner) == TAG_STRUCT)
                vec_push(&u->models, ((Model){debug_text(u, type, TYPE_NAME), inner}));
        }
    }
}

LLVMMetadataRef layout_model(Unit *u, LLVMMetadataRef type)
{
    while (type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind &&
           debug_tag(type) != TAG_TYPEDEF && debug_tag(type) != TAG_POINTER)
        type = debug_operand(u, type, TYPE_BASE);
    if (type && debug_tag(type) != TAG_TYPEDEF)
        return NULL;
    const char *name = type ? debug_text(u, type, TYPE_NAME) : "";
    vec_each (Model, model, &u->models)
        if (*name && strcmp(model->name, name) == 0)
            return model->type;
    return NULL;
}

static void add_type(const Shape *s, const char *name, const char *path, uint64_t offset,
                     LLVMMetadataRef type)
{
    Unit *u = s->u;
    LLVMMetadataRef inner = debug_strip(u, type), model = layout_model(u, type);
    Shape shape = *s;
    if (!inner)
        return;
    if (model && debug_bytes(u, model) <= debug_bytes(u, inner)) {
        inner = model;
        shape.library = true;
        shape.tags.count = 0;
    }
    Type cell = layout_cell(u, inner);
    Tag tag = debug_tag(inner);
    bool rw;
    if (cell.kind != TYPE_VOID && predicate_is_lock(u, type, &rw))
        shape.role = ROLE_LOCK; /* a spin lock */
    if (is_thread(u, type))
        shape.names = layout_names(u, type);
    shape.to = pointee(u, inner);
    s = &shape;
    if (cell.kind != TYPE_VOID)
        add_cells(s, name, path, offset, cell, 1);
    else if (tag == TAG_ARRAY)
        add_array(s, name, path, offset, inner);
    else if (tag == TAG_STRUCT)
        add_struct(s, name, path, offset, inner);
    else if (tag == TAG_UNION)
        add_union(s, name, path, offset, inner);
    else
        add_bytes(s, name, path, offset, debug_bytes(u, inner));
}

/* A name that no other layout has. */
static const char *unique(Unit *u, const char *name)
{
    const char *tried = name;
    for (unsigned n = 2;; n++) {
        bool taken = false;
        for (size_t i = 1; i < u->program->layouts.len && !taken; i++)
            taken = strcmp(u->program->layouts.at[i].name, tried) == 0;
        if (!taken)
            return tried;
        tried = arena_print(&u->arena, "%s.%u", name, n);
    }
}

/* One element of `type`, of so many bytes; type NULL: bytes.  The shape has all but a layout. */
static uint32_t make(Shape s, LLVMMetadataRef type, uint64_t bytes)
{
    s.name = unique(s.u, s.name);
    s.layout = build_layout(&s.u->b, s.name, LAYOUT_RAW);
    layout_at(&s)->size = (uint32_t)(bytes ? bytes : 1);
    if (type)
        add_type(&s, "", "", 0, type);
    if (type && !s.library)
        layout_at(&s)->view = view_of_type(s.u, type);
    if (!layout_at(&s)->fields.len)
        add_bytes(&s, "", "", 0, layout_at(&s)->size);
    return s.layout;
}

/* With all fields, and regions of the same names. */
static uint32_t make_whole(Unit *u, uint32_t layout, RegionKind kind, LLVMMetadataRef type)
{
    Shape s = {.u = u, .name = u->program->layouts.at[layout].name, .kind = kind, .whole = true};
    const char *own = unique(u, arena_print(&u->arena, "%s (whole)", s.name));
    uint32_t size = u->program->layouts.at[layout].size;
    s.layout = build_layout(&u->b, own, LAYOUT_RAW);
    layout_at(&s)->size = size;
    add_type(&s, "", "", 0, type);
    layout_at(&s)->view = u->program->layouts.at[layout].view;
    return s.layout;
}

uint32_t layout_of_type(Unit *u, LLVMMetadataRef type)
{
    if (type)
        debug_elements(u, &type);
    LLVMMetadataRef inner = debug_strip(u, type);
    uint64_t bytes = debug_bytes(u, inner);
    if (!bytes)
        inner = NULL;
    const void *key = inner ? (const void *)inner : &u->layouts;
    uint32_t layout = map_get(&u->layouts, key);
    if (!layout) {
        const char *name = inner ? debug_type_name(u, type) : "bytes";
        Tag tag = inner ? debug_tag(inner) : TAG_BASE;
        if (tag == TAG_POINTER || !*name)
            name = tag == TAG_POINTER ? "pointer" : "struct";
        bool lost = false;
        Shape s = {.u = u, .name = name, .lost = &lost};
        s.kind = tag == TAG_STRUCT ? REGION_FIELD : REGION_ELEMENTS;
        layout = make(s, inner ? type : NULL, bytes ? bytes : 1);
        map_put(&u->layouts, key, layout);
        uint32_t whole = lost && u->options->all ? make_whole(u, layout, s.kind, type) : 0;
        u->program->layouts.at[layout].type = whole;
    }
    return layout;
}

uint32_t layout_of_temporary(Unit *u)
{
    uint32_t layout = map_get(&u->layouts, &u->arena);
    if (!layout) {
        layout_of_type(u, NULL); /* has the name first */
        layout = make((Shape){.u = u, .name = "bytes", .kind = REGION_ELEMENTS}, NULL, 1);
        u->program->layouts.at[layout].automatic = true;
        map_put(&u->layouts, &u->arena, layout);
    }
    return layout;
}

uint32_t layout_of_stack(Unit *u)
{
    uint32_t layout = map_get(&u->layouts, &u->local_layout);
    if (!layout) {
        layout_of_type(u, NULL); /* has the name first */
        layout = make((Shape){.u = u, .name = "bytes", .kind = REGION_ELEMENTS}, NULL, 1);
        u->program->layouts.at[layout].automatic = true;
        map_put(&u->layouts, &u->local_layout, layout);
    }
    return layout;
}

uint32_t layout_hidden(Unit *u)
{
    uint32_t layout = map_get(&u->layouts, &u->models);
    if (!layout) {
        layout = make((Shape){.u = u, .name = "library", .kind = REGION_ELEMENTS, .library = true},
                      NULL, 1);
        map_put(&u->layouts, &u->models, layout);
    }
    return layout;
}

/* Layout and number of elements of a variable. */
static uint32_t layout_of_variable(Shape s, LLVMMetadataRef variable, uint64_t bytes,
                                   uint32_t *count)
{
    Unit *u = s.u;
    LLVMMetadataRef element = variable ? debug_variable_type(u, variable) : NULL;
    bool array = element && debug_elements(u, &element) != 1;
    uint64_t size = debug_bytes(u, element);
    if (!size || bytes % size) {
        size = 1;
        element = NULL;
    }
    *count = (uint32_t)(bytes / size);
    array = array || *count != 1;
    LLVMMetadataRef inner = debug_strip(u, element);
    bool fields = inner && debug_tag(inner) == TAG_STRUCT;
    s.name = array ? arena_print(&u->arena, "%s[]", s.name) : s.name;
    if (s.kind != REGION_LOCAL)
        s.kind = fields ? REGION_FIELD : array ? REGION_ELEMENTS : REGION_GLOBAL;
    uint32_t layout = make(s, element, size);
    if (element && !s.library) {
        const View *view = view_of_type(u, debug_variable_type(u, variable));
        if (view && view->bytes == bytes)
            u->program->layouts.at[layout].view = view;
    }
    return layout;
}

static bool holds_pointers(Unit *u, LLVMTypeRef type)
{
    Leaves leaves = {0};
    bool found = false;
    if (type_leaves(u, type, 0, &leaves))
        vec_each (Leaf, leaf, &leaves)
            found |= leaf->type.kind == TYPE_PTR;
    vec_free(&leaves);
    return found;
}

/* Without debug information: a field for each scalar. */
static uint32_t layout_by_leaves(Unit *u, const char *name, LLVMValueRef global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    const char *own = unique(u, name);
    Shape s = {
        .u = u, .layout = build_layout(&u->b, own, LAYOUT_RAW), .name = own, .library = true};
    Leaves leaves = {0};
    layout_at(&s)->size = (uint32_t)type_size(u, type);
    type_leaves(u, type, 0, &leaves);
    vec_each (Leaf, leaf, &leaves)
        add_cells(&s, "", "", leaf->offset, leaf->type, 1);
    vec_free(&leaves);
    return s.layout;
}

/* The layout of the type of a variable that holds structs, or an array of them, since what points
 * to it may be of that type.  Of a local variable of a scalar type, too.  0: it has no such type. */
static uint32_t type_layout(Unit *u, LLVMMetadataRef type, uint64_t bytes, bool local,
                            uint32_t *count)
{
    bool rw;
    uint64_t elements = type ? debug_elements(u, &type) : 0;
    LLVMMetadataRef inner = debug_strip(u, type);
    bool fits = inner && elements * debug_bytes(u, inner) == bytes &&
                (debug_tag(inner) == TAG_STRUCT || (local && layout_cell(u, inner).kind));
    *count = (uint32_t)elements;
    return fits && !predicate_is_lock(u, type, &rw) ? layout_of_type(u, type) : 0;
}

/* Where an annotation asks for all objects of a type variables are some of them. */
static bool is_object(const Unit *u, uint32_t type)
{
    return u->annotations.objects && type &&
           u->program->regions.at[u->program->layouts.at[type].fields.at[0].region].kind ==
               REGION_FIELD;
}

/* Says of what type the layout of a variable is. */
static void set_type(Unit *u, uint32_t layout, uint32_t type)
{
    Layout *own = &u->program->layouts.at[layout];
    if (type != layout && type && own->size == u->program->layouts.at[type].size)
        own->type = whole_layout(u, type);
}

uint32_t layout_of_global(Unit *u, LLVMValueRef global, uint32_t *count)
{
    size_t len;
    const char *name = annotate_plain_name(LLVMGetValueName2(global, &len));
    uint64_t bytes = type_size(u, LLVMGlobalGetValueType(global));
    LLVMMetadataRef variable = debug_global(u, global);
    if (variable) {
        Shape s = {.u = u, .name = name, .library = driver_is_lib(global) || *name == '.'};
        s.tags = predicate_tags(u, variable, debug_variable_type(u, variable));
        uint32_t type = 0;
        if (!s.library && !s.tags.count)
            type = type_layout(u, debug_variable_type(u, variable), bytes, false, count);
        if (is_object(u, type))
            return type;
        uint32_t layout = layout_of_variable(s, variable, bytes, count);
        set_type(u, layout, type);
        Layout *made = &u->program->layouts.at[layout];
        if (address_is(&u->addresses, global) && made->fields.len == 1 && *count == 1 &&
            !made->fields.at[0].count && made->size == u->program->pointer_bytes)
            made->fields.at[0].type = TYPE_POINTER;
        return layout;
    }
    if (holds_pointers(u, LLVMGlobalGetValueType(global))) {
        *count = 1;
        return layout_by_leaves(u, name, global);
    }
    if (!u->string_layout)
        u->string_layout = make(
            (Shape){.u = u, .name = "constant", .kind = REGION_ELEMENTS, .library = true}, NULL, 1);
    *count = (uint32_t)bytes;
    return u->string_layout;
}

uint32_t layout_of_local(Unit *u, LLVMMetadataRef variable, bool library, uint64_t bytes)
{
    if (!variable)
        return library ? layout_hidden(u) : layout_of_stack(u);
    uint32_t count, known = map_get(&u->layouts, variable);
    uint32_t type =
        known ? 0 : type_layout(u, debug_variable_type(u, variable), bytes, true, &count);
    if (!known && is_object(u, type))
        return type;
    if (!known) {
        LLVMMetadataRef scope = LLVMDIVariableGetScope(variable);
        while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
            scope = debug_operand(u, scope, 1);
        const char *function = scope ? debug_text(u, scope, 2) : "";
        Shape s = {.u = u, .kind = REGION_LOCAL, .library = library};
        s.name = dotted(u, function, debug_variable_name(u, variable));
        known = layout_of_variable(s, variable, bytes, &count);
        u->program->layouts.at[known].automatic = true;
        set_type(u, known, type);
        map_put(&u->layouts, variable, known);
    }
    return known;
}

void layout_note_align(Unit *u, uint32_t layout, uint32_t align)
{
    uint32_t *known = &u->program->layouts.at[layout].align;
    if (!align)
        align = 1;
    if (!*known || align < *known)
        *known = align;
}

uint32_t layout_of_locals(Unit *u)
{
    if (u->local_layout)
        return u->local_layout;
    const char *name = unique(u, "thread-local");
    Shape s = {.u = u,
               .layout = build_layout(&u->b, name, LAYOUT_RAW),
               .kind = REGION_FIELD,
               .name = name};
    layout_at(&s)->size = u->local_bytes;
    layout_at(&s)->automatic = true;
    s.library = true;
    add_cells(&s, "(result)", "(result)", 0, TYPE_POINTER, 1);
    vec_each (Local, local, &u->thread_local) {
        LLVMMetadataRef variable = debug_global(u, local->global);
        const char *own = variable ? debug_variable_name(u, variable) : "?";
        if (!variable)
            continue;
        Tags tags = predicate_tags(u, variable, debug_variable_type(u, variable));
        predicate_refuse(u, &tags, "each thread has this variable for itself");
        s.library = driver_is_lib(local->global);
        add_type(&s, own, own, local->offset, debug_variable_type(u, variable));
    }
    layout_at(&s)->view = view_of_locals(u);
    layout_at(&s)->align = ALIGN_APART;
    u->local_layout = s.layout;
    return s.layout;
}
