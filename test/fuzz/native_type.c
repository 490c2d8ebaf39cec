/* native_type.c -- random types: integers of all sizes, structs, unions, bit-fields, arrays. */
#include "c_subject.h"
#include "native.h"

typedef struct IntName {
    const char *name;
    int width, width32; /* for both data models */
    bool is_signed;
} IntName;
static const IntName int_names[] = {
    {"char", 8, 8, true},
    {"signed char", 8, 8, true},
    {"unsigned char", 8, 8, false},
    {"short", 16, 16, true},
    {"unsigned short", 16, 16, false},
    {"int", 32, 32, true},
    {"unsigned", 32, 32, false},
    {"long", 64, 32, true},
    {"unsigned long", 64, 32, false},
    {"long long", 64, 64, true},
    {"unsigned long long", 64, 64, false},
    {"_Bool", 1, 1, false},
    {"enum tone", 32, 32, false},
};
enum { INT_NAMES = sizeof int_names / sizeof *int_names };

static CType *new_type(Gen *g, CKind kind)
{
    CType *type = arena_alloc(&g->arena, sizeof *type);
    *type = (CType){.kind = kind};
    return type;
}

static int align_of(const Gen *g, int size)
{
    return g->ilp32 && size > 4 ? 4 : size;
}

static const CType *named_int(Gen *g, const IntName *name)
{
    CType *type = new_type(g, C_INT);
    type->name = name->name;
    type->width = g->ilp32 ? name->width32 : name->width;
    type->is_signed = name->is_signed;
    type->size = (type->width + 7) / 8;
    type->align = align_of(g, type->size);
    type->solid = type->width > 1;
    return type;
}

const CType *ctype_int(Gen *g, int width, bool is_signed)
{
    const char *want = width == 32 ? is_signed ? "int" : "unsigned"
                       : is_signed ? "long long"
                                   : "unsigned long long";
    for (int k = 0;; k++)
        if (strcmp(int_names[k].name, want) == 0)
            return named_int(g, &int_names[k]);
}

static const CType *some_float(Gen *g)
{
    CType *type = new_type(g, C_FLOAT);
    type->width = gen_draw(g, 2) ? 64 : 32;
    type->name = type->width == 64 ? "double" : "float";
    type->size = type->width / 8;
    type->align = align_of(g, type->size);
    type->solid = true;
    return type;
}

const CType *ctype_scalar(Gen *g)
{
    return gen_draw(g, 7) == 0 ? some_float(g) : named_int(g, &int_names[gen_draw(g, INT_NAMES)]);
}

const CType *ctype_pointer(Gen *g, const CType *to)
{
    CType *type = new_type(g, C_POINTER);
    type->to = to;
    type->size = type->align = g->ilp32 ? 4 : 8;
    type->has_pointer = true;
    return type;
}

bool ctype_same(const CType *a, const CType *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->to)
        return ctype_same(a->to, b->to);
    return a == b || (a->kind != C_RECORD && strcmp(a->name, b->name) == 0);
}

const char *ctype_declare(Gen *g, const CType *type, const char *name)
{
    if (type->kind == C_ARRAY)
        return ctype_declare(g, type->to, arena_print(&g->arena, "%s[%d]", name, type->count));
    if (type->kind == C_POINTER) {
        bool around = type->to->kind == C_ARRAY;
        return ctype_declare(g, type->to, arena_print(&g->arena, around ? "(*%s)" : "*%s", name));
    }
    return arena_print(&g->arena, "%s %s", type->name, name);
}

static const CType *array_of(Gen *g, const CType *to)
{
    CType *type = new_type(g, C_ARRAY);
    type->to = to;
    type->count = 2 + (int)gen_draw(g, 3);
    type->size = to->size * type->count;
    type->align = to->align;
    type->solid = to->solid;
    type->has_pointer = to->has_pointer;
    type->has_union = to->has_union;
    return type;
}

/* What a member can be; plain: it can be in a union; free: it needs no alignment (heddle keeps
 * pointers in places of their own size only). */
static const CType *member_type(Gen *g, bool plain, bool free)
{
    uint32_t kind = gen_draw(g, 12);
    if (kind < 2 && g->type_count) {
        const CType *other = g->types[gen_draw(g, (uint32_t)g->type_count)];
        if ((!plain || other->solid) && !(other->has_pointer && (plain || free)))
            return other;
    }
    if (kind == 2 && !plain && !free)
        return ctype_pointer(g, ctype_int(g, 32, true)); /* to a cell, see native_code.c */
    const CType *scalar;
    do
        scalar = ctype_scalar(g);
    while (plain && !scalar->solid);
    return kind < 5 ? array_of(g, scalar) : scalar;
}

/* A bit-field of any width. */
static void make_field(Gen *g, CMember *member, bool plain)
{
    const IntName *name;
    do
        name = &int_names[gen_draw(g, INT_NAMES)];
    while (strncmp(name->name, "enum", 4) == 0 || (plain && name->width == 1));
    member->type = named_int(g, name);
    int most = member->type->width;
    member->bits = 1 + (int)gen_draw(g, (uint32_t)most);
    if (most > 32 && gen_draw(g, 3) == 0)
        member->bits = 33 + (int)gen_draw(g, 31);
    else if (gen_draw(g, 12) == 0) {
        member->name = "";
        member->bits = (int)gen_draw(g, (uint32_t)most + 1);
    }
}

static void lay_out(CType *type)
{
    int at = 0, align = 1, sum = 0, most = 0;
    type->solid = true;
    for (int k = 0; k < type->member_count; k++) {
        const CMember *m = &type->members[k];
        type->solid &= m->type->solid && m->bits < 0 && m->type->size;
        type->has_pointer |= m->type->has_pointer;
        type->has_union |= m->type->has_union;
        int own = type->packed || !m->type->align ? 1 : m->type->align;
        align = own > align ? own : align;
        at = (at + own - 1) / own * own + m->type->size;
        sum += m->type->size;
        most = m->type->size > most ? m->type->size : most;
    }
    type->size = ((type->is_union ? most : at) + align - 1) / align * align;
    type->align = align;
    type->solid = type->solid && type->size == (type->is_union ? most : sum);
    for (int k = 0; k < type->member_count; k++)
        if (type->members[k].bits >= 0 || !type->members[k].type->size)
            type->size = 0;
    type->has_union |= type->is_union;
}

static void declare_record(Gen *g, const CType *type)
{
    fprintf(g->out, "%s {\n", type->name);
    for (int k = 0; k < type->member_count; k++) {
        const CMember *m = &type->members[k];
        fprintf(g->out, "    %s", ctype_declare(g, m->type, m->name));
        if (m->bits >= 0)
            fprintf(g->out, " : %d", m->bits);
        fprintf(g->out, ";\n");
    }
    fprintf(g->out, "}%s;\n", type->packed ? " __attribute__((packed))" : "");
}

static const CType *make_record(Gen *g)
{
    CType *type = new_type(g, C_RECORD);
    type->is_union = gen_draw(g, 5) == 0;
    type->packed = gen_draw(g, 3) == 0;
    type->name = arena_print(&g->arena, "%s t%d_%d", type->is_union ? "union" : "struct", g->number,
                             g->names++);
    type->member_count = 1 + (int)gen_draw(g, MOST_MEMBERS);
    bool fields = gen_draw(g, 2);
    int run = 0; /* of bit-fields: clang reads some at once, and heddle follows 127 bits at most */
    for (int k = 0; k < type->member_count; k++) {
        CMember *m = &type->members[k];
        m->name = arena_print(&g->arena, "m%d", k);
        m->bits = -1;
        if (fields && gen_draw(g, 2) && !(type->is_union && k == 0))
            make_field(g, m, type->is_union);
        if (m->bits >= 0 && run + m->bits > 120)
            *m = (CMember){arena_print(&g->arena, "m%d", k), NULL, -1};
        if (type->is_union && k == 0) /* larger than every field */
            m->type = ctype_int(g, 64, false);
        else if (m->bits < 0)
            m->type = member_type(g, type->is_union, type->packed);
        run = m->bits < 0 ? 0 : run + m->bits;
    }
    if (!type->members[0].name[0] || type->members[0].bits == 0) /* one that has a name */
        type->members[0] = (CMember){"m0", ctype_int(g, 32, true), -1};
    lay_out(type);
    declare_record(g, type);
    return type;
}

void ctype_make(Gen *g)
{
    if (g->type_count == MOST_TYPES)
        return;
    const CType *type;
    if (gen_draw(g, 4) == 0) {
        const CType *of =
            g->type_count ? g->types[gen_draw(g, (uint32_t)g->type_count)] : ctype_scalar(g);
        type = array_of(g, of->kind == C_ARRAY && of->to->kind != C_INT ? ctype_scalar(g) : of);
    } else {
        type = make_record(g);
    }
    g->types[g->type_count++] = type;
}

/* ---- initial values ---- */

static const char *initial_number(Gen *g, const CType *type)
{
    if (type->kind == C_FLOAT)
        return GEN_PICK(g, "0", "1.5", "-2.25", "1e10", "-3", "0.1", "7.f", "-0.0", "65535.5");
    if (type->width == 1)
        return GEN_PICK(g, "0", "1");
    if (strncmp(type->name, "enum", 4) == 0)
        return GEN_PICK(g, "DO", "RE", "MI", "LA");
    return GEN_PICK(g, "0", "1", "-1", "2", "-7", "100", "127", "-128", "255", "4000", "-32768",
                    "65535", "2147483647", "-2147483647 - 1", "0xdeadbeef", "4294967295u",
                    "0x123456789abcdef", "-5000000000", "-9223372036854775807 - 1", "'x'");
}

/* The member of a union that has all its bytes: those of others have no value. */
static int largest(const CType *type)
{
    int best = 0;
    for (int k = 1; k < type->member_count; k++)
        if (type->members[k].bits < 0 &&
            type->members[k].type->size > type->members[best].type->size)
            best = k;
    return best;
}

static const char *initial_record(Gen *g, const CType *type)
{
    const char *text = "{";
    bool named = gen_draw(g, 2), any = false;
    int only = type->is_union ? largest(type) : -1;
    for (int k = 0; k < type->member_count; k++) {
        const CMember *m = &type->members[k];
        if (!m->name[0] || (only >= 0 && k != only))
            continue;
        if (named && only < 0 && !m->type->has_pointer && gen_draw(g, 4) == 0)
            continue;
        text = arena_print(&g->arena, named || only >= 0 ? "%s%s.%s = %s" : "%s%s%.0s%s", text,
                           any ? ", " : "", m->name, ctype_initial(g, m->type));
        any = true;
    }
    return arena_print(&g->arena, "%s%s}", text, any ? "" : "0");
}

const char *ctype_initial(Gen *g, const CType *type)
{
    if (type->kind == C_POINTER)
        return arena_print(&g->arena, "&cells%d[%u]", g->number, gen_draw(g, 6));
    if (type->kind == C_RECORD)
        return initial_record(g, type);
    if (type->kind != C_ARRAY)
        return initial_number(g, type);
    const char *text = "{";
    int count = type->has_pointer ? type->count : 1 + (int)gen_draw(g, (uint32_t)type->count);
    for (int k = 0; k < count; k++)
        text = arena_print(&g->arena, "%s%s%s", text, k ? ", " : "", ctype_initial(g, type->to));
    return arena_print(&g->arena, "%s}", text);
}
