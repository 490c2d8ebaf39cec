/* condition.c -- see condition.h.  An expression is evaluated from its text; what takes time, to find the memory
 * of a name, is done once. */
#include "machine/condition.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "ir/label.h"
#include "machine/local.h"
#include "machine/schedule.h"
#include "machine/view.h"

enum { MOST_NAME = 200, DEEPEST = 100 };

/* A part of a global variable; object 0: there is none of that name. */
typedef struct Place {
    struct Place *older;
    const char *name;
    uint32_t object, offset;
    const Field *field; /* NULL: by the view */
    ViewPiece piece;
    uint64_t element;
} Place;

typedef struct Label {
    struct Label *older;
    const char *name;
    Pos *places;
    uint32_t count;
} Label;

typedef struct Spot {
    struct Spot *older;
    const char *text, *end; /* what stands behind `@`, and where the rest begins */
    LocalSpot place;
} Spot;

typedef struct Value {
    int64_t number;
    const char *word; /* a name that is no variable; "": none */
    uint32_t names;   /* of its enumeration; 0: none */
} Value;

typedef struct Reader {
    Conditions *c;
    const char *at, *end;
    int depth;
} Reader;

static int64_t complain(Conditions *c, const char *format, const char *what)
{
    if (!c->why)
        c->why = arena_print(&c->arena, format, what);
    return 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* ---- global variables ---- */

static const char *object_name(Machine *m, uint32_t object)
{
    const char *name = describe_value(m, TYPE_POINTER, 0, pointer_make(object, 0));
    return *name == '&' ? name + 1 : name;
}

/* `.a[2]` and `a[2]` are the same. */
static bool same_path(const char *a, const char *b)
{
    return strcmp(a + (*a == '.'), b + (*b == '.')) == 0;
}

static bool find_in_view(Machine *m, Place *place, const char *path)
{
    ViewPieces pieces = {0};
    const Slot *slot = store_object(m, place->object);
    bool found = false;
    view_pieces(m, place->object, 0, slot->size, &pieces);
    vec_each (ViewPiece, piece, &pieces)
        for (uint64_t k = 0; k < piece->count && !found; k++)
            if (same_path(view_name(m, piece, k, k + 1), path)) {
                place->piece = *piece;
                place->element = k;
                found = true;
            }
    vec_free(&pieces);
    return found;
}

static bool find_in_fields(Machine *m, Place *place, const char *path)
{
    const Slot *slot = store_object(m, place->object);
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t elements = layout->kind == LAYOUT_RECORD ? 1
                        : layout->size                ? slot->size / layout->size
                                                      : 0;
    for (uint32_t k = 0; k < elements; k++)
        vec_each (Field, field, &layout->fields) {
            uint32_t count = field->count ? field->count : 1;
            uint32_t one = program_field_size(m->program, field) / count;
            for (uint32_t n = 0; n < count; n++) {
                uint32_t offset = k * layout->size + field->offset + n * one;
                if (!same_path(describe_cell(m, place->object, (int32_t)offset), path))
                    continue;
                place->field = field;
                place->offset = offset;
                return true;
            }
        }
    return false;
}

/* The object that the name begins with, and the path behind its own name; false: there is none.  A variable of a
 * function or file may be named by its last part. */
static bool split_name(Machine *m, uint32_t object, const char *name, const char **path)
{
    const char *own = object_name(m, object);
    size_t len = strlen(own);
    *path = name + len;
    return len && strncmp(own, name, len) == 0 && (!**path || **path == '.' || **path == '[');
}

static const Place *find_place(Conditions *c, const char *name)
{
    Machine *m = c->m;
    for (const Place *place = c->places; place; place = place->older)
        if (strcmp(place->name, name) == 0)
            return place;
    Place found = {.name = arena_copy(&c->arena, name, strlen(name))};
    for (uint32_t object = 1; object < m->program->globals.len; object++) {
        const char *path;
        const Slot *slot = store_object(m, object);
        if (!slot || !slot->layout || !split_name(m, object, name, &path))
            continue;
        Place place = {.name = found.name, .object = object};
        ViewRoot root;
        if (view_root(m, slot, &root) ? find_in_view(m, &place, path)
                                      : find_in_fields(m, &place, path))
            found = place;
    }
    Place *kept = arena_new(&c->arena, Place);
    *kept = found;
    kept->older = c->places;
    c->places = kept;
    return kept;
}

static int64_t load_place(Conditions *c, const Place *place)
{
    Machine *m = c->m;
    const Slot *slot = store_object(m, place->object);
    if (!place->field)
        return (int64_t)view_cell(m, slot, &place->piece, place->element).value;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    if (layout->kind != LAYOUT_RAW)
        return (int64_t)value_load(slot->bytes + place->offset, place->field->type);
    uint64_t value = 0;
    uint32_t bytes = raw_cell_bytes(m, place->field->type);
    if (place->offset + bytes > slot->size)
        return 0;
    memcpy(&value, slot->bytes + place->offset, bytes < 8 ? bytes : 8);
    return (int64_t)value_fit(place->field->type, value);
}

static uint32_t names_of(const Place *place)
{
    return place->field ? place->field->names : place->piece.view->names;
}

/* The value that has this name in the enumeration: `Red` or `Colour.Red`. */
static int64_t named_value(Conditions *c, uint32_t names, const char *word)
{
    const NameList *list = &c->m->program->name_lists.at[names];
    const char *last = strrchr(word, '.') ? strrchr(word, '.') + 1 : word;
    for (size_t k = 0; names && k < list->names.len; k++)
        if (strcmp(list->names.at[k], last) == 0)
            return (int64_t)k;
    return complain(c, "'%s' is neither a global variable nor a value of the enumeration", word);
}

/* ---- threads and locks ---- */

static bool is_in_line(const Conditions *c, uint32_t pc, uint32_t line)
{
    return local_is_line(c->m->program, c->m->facts.proc_of.at[pc], pc, line);
}

static bool is_at_line(Conditions *c, uint32_t line)
{
    each_live (t, c->state) {
        const StateThread *thread = &c->state->threads.at[t];
        uint32_t pc = machine_shown_pc(c->m, machine_local_pc(c->m, thread->l), thread->s);
        if (is_in_line(c, pc, line))
            return true;
    }
    return false;
}

static bool is_inside(Conditions *c, LocalId l, const char *proc)
{
    uint32_t at = c->m->facts.proc_of.at[machine_local_pc(c->m, l)];
    return strcmp(c->m->program->procs.at[at].name, proc) == 0;
}

static bool is_in_call(Conditions *c, const char *proc)
{
    each_live (t, c->state) {
        const StateThread *thread = &c->state->threads.at[t];
        if (is_inside(c, thread->l, proc))
            return true;
        for (uint32_t s = thread->s.ix; s; s = pairs_right(&c->m->tables.stacks, s))
            if (is_inside(c, (LocalId){pairs_left(&c->m->tables.stacks, s)}, proc))
                return true;
    }
    return false;
}

static void check_line(Conditions *c, uint32_t line)
{
    char text[16];
    bool found = false;
    for (uint32_t pc = 1; pc < c->m->program->code.len && !found; pc++)
        found = is_in_line(c, pc, line);
    snprintf(text, sizeof text, "%u", line);
    if (!found)
        complain(c, "no thread is ever about to do anything in line %s", text);
}

/* In Zing a method is named with its class. */
static void complain_of_function(Conditions *c, const char *where)
{
    size_t len = strlen(where);
    vec_each (Proc, proc, &c->m->program->procs) {
        size_t full = strlen(proc->name);
        if (len && full > len && proc->name[full - len - 1] == '.' &&
            strcmp(proc->name + full - len, where) == 0)
            complain(c, "at(...): the whole name of this function is %s", proc->name);
    }
    complain(c,
             "at(%s): there is no function and no label of that name; or write a number of a line",
             where);
}

static const Label *find_label(Conditions *c, const char *name)
{
    for (const Label *label = c->labels; label; label = label->older)
        if (strcmp(label->name, name) == 0)
            return label;
    LabelPlaces places = {0};
    Label *label = arena_new(&c->arena, Label);
    *label = (Label){c->labels, arena_copy(&c->arena, name, strlen(name)), NULL, 0};
    label_find(c->m->program, name, &places);
    label->places = arena_array(&c->arena, Pos, places.len + 1);
    for (; label->count < places.len; label->count++)
        label->places[label->count] = places.at[label->count];
    vec_free(&places);
    c->labels = label;
    return label;
}

static bool is_at_label(Conditions *c, const Label *label)
{
    each_live (t, c->state) {
        const StateThread *thread = &c->state->threads.at[t];
        uint32_t pc = machine_shown_pc(c->m, machine_local_pc(c->m, thread->l), thread->s);
        const Pos *at = &c->m->program->pos.at[pc];
        for (uint32_t k = 0; k < label->count; k++)
            if (at->file == label->places[k].file && at->line == label->places[k].line &&
                at->column == label->places[k].column)
                return true;
    }
    return false;
}

static bool is_at(Conditions *c, const char *where)
{
    bool known = false;
    if (isdigit((unsigned char)*where)) {
        uint32_t line = (uint32_t)strtoul(where, NULL, 10);
        check_line(c, line);
        return is_at_line(c, line);
    }
    vec_each (Proc, proc, &c->m->program->procs)
        known |= strcmp(proc->name, where) == 0;
    const Label *label = known ? NULL : find_label(c, where);
    if (label && label->count)
        return is_at_label(c, label);
    if (!known)
        complain_of_function(c, where);
    return known && is_in_call(c, where);
}

/* Where the part of an object begins whose path is this, or begins with it; UINT32_MAX: nowhere. */
static uint32_t part_offset(Machine *m, uint32_t object, const char *path)
{
    ViewPieces pieces = {0};
    const Slot *slot = store_object(m, object);
    size_t len = strlen(path);
    uint32_t found = *path ? UINT32_MAX : 0;
    if (found)
        view_pieces(m, object, 0, slot->size, &pieces);
    vec_each (ViewPiece, piece, &pieces)
        for (uint64_t k = 0; k < piece->count; k++) {
            const char *name = view_name(m, piece, k, k + 1);
            bool begins =
                strncmp(name, path, len) == 0 && (!is_word(name[len]) || name[len] == '.');
            if (begins && found == UINT32_MAX)
                found = (uint32_t)((piece->bit + k * piece->bits) / 8);
        }
    vec_free(&pieces);
    return found;
}

/* Is the lock that begins there held, or held for reading?  False in *known: there is none. */
static bool is_held_at(Machine *m, uint32_t object, uint32_t offset, bool *known)
{
    bool held = false, is_lock = false;
    const Slot *slot = store_object(m, object);
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t size = layout->size ? layout->size : 1;
    vec_each (Field, field, &layout->fields) {
        uint32_t count = field->count ? field->count : 1, bytes = type_bytes(field->type);
        for (uint32_t n = 0; n < count; n++) {
            uint32_t at = offset - offset % size + field->offset + n * bytes;
            bool lock = field->role == ROLE_LOCK && at == offset;
            bool readers = is_lock && field->role == ROLE_READERS && at == offset + 8;
            is_lock |= lock;
            for (uint32_t k = 0; (lock || readers) && k < bytes; k++)
                held |= at + k < slot->size && slot->bytes[at + k];
        }
    }
    *known |= is_lock;
    return held;
}

static bool is_held(Conditions *c, const char *name)
{
    Machine *m = c->m;
    bool known = false, held = false;
    for (uint32_t object = 1; object < m->program->globals.len && !known; object++) {
        const char *path;
        const Slot *slot = store_object(m, object);
        if (!slot || !slot->layout || !split_name(m, object, name, &path))
            continue;
        uint32_t offset = part_offset(m, object, path);
        if (offset != UINT32_MAX)
            held = is_held_at(m, object, offset, &known);
    }
    if (!known)
        complain(c, "holds(%s): there is no global lock of that name", name);
    return held;
}

/* ---- expressions ---- */

static Value read_or(Reader *r);

static Value number(int64_t value)
{
    return (Value){value, "", 0};
}

static bool take(Reader *r, const char *token)
{
    size_t len = strlen(token);
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
    if ((size_t)(r->end - r->at) < len || strncmp(r->at, token, len) != 0)
        return false;
    r->at += len;
    return true;
}

static Value fail(Reader *r, const char *what)
{
    int len = r->end - r->at < 40 ? (int)(r->end - r->at) : 40;
    while (len && r->at + len < r->end && ((unsigned char)r->at[len] & 0xC0) == 0x80)
        len--; /* not inside a character */
    if (!r->c->why)
        r->c->why = len ? arena_print(&r->c->arena, "%s, at '%.*s'", what, len, r->at)
                        : arena_print(&r->c->arena, "%s, at the end of an expression", what);
    r->at = r->end;
    return number(0);
}

/* A name with the numbers of elements in it, without blanks. */
static void read_name(Reader *r, char name[MOST_NAME])
{
    size_t len = 0;
    bool inside = false;
    for (; r->at < r->end && (is_word(*r->at) || *r->at == '[' || (inside && *r->at == ']'));
         r->at++) {
        inside = *r->at == '[' || (inside && *r->at != ']');
        if (len + 1 < MOST_NAME)
            name[len++] = *r->at;
    }
    name[len] = 0;
}

static int64_t read_call(Reader *r, const char *name)
{
    char inner[MOST_NAME];
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
    read_name(r, inner);
    if (!take(r, ")"))
        return fail(r, "the ')' is missing").number;
    if (strcmp(name, "at") == 0)
        return is_at(r->c, inner);
    if (strcmp(name, "holds") == 0)
        return is_held(r->c, inner);
    return complain(r->c, "'%s(...)' is no condition: at(LINE), at(FUNCTION) and holds(LOCK) are",
                    name);
}

/* A part of a local variable that is in memory. */
static Value load_local(Conditions *c, const LocalPlace *local, const char *name)
{
    Machine *m = c->m;
    Place place = {.name = name, .object = local->object};
    const Slot *slot = local->object ? store_object(m, local->object) : NULL;
    ViewRoot root;
    if (!slot || !slot->layout)
        return number(0);
    if (!(view_root(m, slot, &root) ? find_in_view(m, &place, local->path)
                                    : find_in_fields(m, &place, local->path))) {
        complain(c, "'%s' is no part of this local variable, or not a single value", name);
        return number(0);
    }
    return (Value){load_place(c, &place), "", names_of(&place)};
}

/* In the frame at hand, or where nobody is in any function that has something in the line. */
static bool read_local(Conditions *c, const char *name, Value *value)
{
    const Program *program = c->m->program;
    LocalPlace local = {0};
    if (c->frame.ix)
        local = local_find(c->m, c->m->facts.proc_of.at[machine_local_pc(c->m, c->frame)], c->frame,
                           name);
    for (uint32_t pc = 1; !c->frame.ix && !local.is && pc < program->code.len; pc++)
        if (local_is_spot(program, c->m->facts.proc_of.at[pc], pc, c->spot))
            local = local_find(c->m, c->m->facts.proc_of.at[pc], c->frame, name);
    if (!local.is)
        return false;
    if (local.twice)
        complain(c, "the function has more than one variable '%s'", name);
    *value = local.reg ? (Value){local.value, "", local.reg->names} : load_local(c, &local, name);
    return true;
}

static Value read_named(Reader *r)
{
    Value local;
    char name[MOST_NAME];
    read_name(r, name);
    if (take(r, "("))
        return number(read_call(r, name));
    if (strcmp(name, "true") == 0)
        return number(1);
    if (strcmp(name, "false") == 0 || strcmp(name, "null") == 0 || strcmp(name, "NULL") == 0)
        return number(0);
    if (r->c->spot && read_local(r->c, name, &local))
        return local;
    const Place *place = find_place(r->c, name);
    if (place->object)
        return (Value){load_place(r->c, place), "", names_of(place)};
    return (Value){0, place->name, 0};
}

static Value read_unary(Reader *r)
{
    Value value;
    if (++r->depth > DEEPEST)
        return fail(r, "too many operators in each other");
    if (take(r, "!"))
        value = number(!read_unary(r).number);
    else if (take(r, "-"))
        value = number((int64_t)(0 - (uint64_t)read_unary(r).number));
    else if (take(r, "(")) {
        value = read_or(r);
        if (!take(r, ")"))
            value = fail(r, "the ')' is missing");
    } else if (r->at < r->end && isdigit((unsigned char)*r->at)) {
        char *end;
        errno = 0;
        value = number((int64_t)strtoull(r->at, &end, 0));
        if (errno)
            fail(r, "this number is too large");
        else
            r->at = end;
    } else if (r->at < r->end && is_word(*r->at))
        value = read_named(r);
    else
        value = fail(r, "a value is missing");
    r->depth--;
    return value;
}

static const char *find_definition(const char *list, const char *name, size_t *len);

/* Is it behind a reference that a variable holds?  Arrays and objects of Zing are. */
static bool is_behind_reference(Conditions *c, const char *name)
{
    bool found = false;
    for (const char *at = name + strlen(name); at > name && !found; at--)
        if (*at == '[' || *at == '.')
            found = find_place(c, arena_copy(&c->arena, name, (size_t)(at - name)))->object;
    return found;
}

/* A word alone means nothing. */
static int64_t complain_of_word(Conditions *c, const char *word)
{
    size_t len;
    const char *full = NULL;
    if (c->why)
        return 0;
    for (uint32_t object = 1; object < c->m->program->globals.len && !full; object++) {
        const Slot *slot = store_object(c->m, object);
        if (!slot || !slot->layout)
            continue;
        const char *own = object_name(c->m, object), *dot = strrchr(own, '.');
        full = dot && strcmp(dot + 1, word) == 0 ? arena_print(&c->arena, "%s", own)
                                                 : arena_print(&c->arena, "%s.%s", own, word);
        if (!find_place(c, full)->object)
            full = NULL;
    }
    if (find_definition(c->definitions, word, &len))
        return complain(c, "'%s' is a condition: it stands in the formula, without braces", word);
    if (full)
        return complain(c, "the whole name of this variable is '%s'", full);
    if (is_behind_reference(c, word))
        return complain(c,
                        "'%s' is no part of a global variable, and what a reference leads to "
                        "cannot be in a condition: let the program keep a copy in a variable",
                        word);
    return complain(
        c,
        "there is no global variable '%s'; a local one is known where its function is at a line or "
        "a label: EXPRESSION @ LINE",
        word);
}

static int64_t plain(Reader *r, Value value)
{
    if (*value.word)
        complain_of_word(r->c, value.word);
    return value.number;
}

static Value read_product(Reader *r)
{
    Value a = read_unary(r);
    for (;;) {
        char op = take(r, "*") ? '*' : take(r, "/") ? '/' : take(r, "%") ? '%' : 0;
        if (!op)
            return a;
        int64_t x = plain(r, a), y = plain(r, read_unary(r));
        bool none = op != '*' && (!y || y == -1); /* -1: the quotient may not fit */
        a = number(op == '*'   ? (int64_t)((uint64_t)x * (uint64_t)y)
                   : none      ? (y && op == '/' ? (int64_t)(0 - (uint64_t)x) : 0)
                   : op == '/' ? x / y
                               : x % y);
    }
}

static Value read_sum(Reader *r)
{
    Value a = read_product(r);
    for (;;) {
        bool plus = take(r, "+"), minus = !plus && take(r, "-");
        if (!plus && !minus)
            return a;
        uint64_t x = (uint64_t)plain(r, a), y = (uint64_t)plain(r, read_product(r));
        a = number((int64_t)(plus ? x + y : x - y));
    }
}

/* An enumeration is compared by the names of its values. */
static bool equal(Reader *r, Value a, Value b)
{
    if (*b.word && a.names)
        return a.number == named_value(r->c, a.names, b.word);
    if (*a.word && b.names)
        return b.number == named_value(r->c, b.names, a.word);
    return plain(r, a) == plain(r, b);
}

static Value read_compare(Reader *r)
{
    static const char *const ops[] = {"==", "!=", "<=", ">=", "<", ">"};
    Value a = read_sum(r);
    size_t op = 0;
    while (op < 6 && !take(r, ops[op]))
        op++;
    if (op == 6) {
        plain(r, a);
        return *a.word ? number(0) : a;
    }
    Value b = read_sum(r);
    if (op < 2)
        return number(equal(r, a, b) == (op == 0));
    int64_t x = plain(r, a), y = plain(r, b);
    return number(op == 2 ? x <= y : op == 3 ? x >= y : op == 4 ? x < y : x > y);
}

static Value read_and(Reader *r)
{
    Value a = read_compare(r);
    while (take(r, "&&")) {
        int64_t b = read_compare(r).number;
        a = number(a.number && b);
    }
    return a;
}

static Value read_or(Reader *r)
{
    Value a = read_and(r);
    while (take(r, "||")) {
        int64_t b = read_and(r).number;
        a = number(a.number || b);
    }
    return a;
}

static bool evaluate_here(Conditions *c, const char *text, size_t len)
{
    Reader r = {.c = c, .at = text, .end = text + len};
    bool holds = read_or(&r).number != 0;
    take(&r, "");
    if (r.at != r.end)
        fail(&r, *r.at == '=' ? "values are compared by ==" : "an operator is missing");
    return holds;
}

static const Spot *find_spot(Conditions *c, const char *text, const char *end)
{
    for (const Spot *spot = c->spots; spot; spot = spot->older)
        if (spot->text == text)
            return spot;
    Spot *spot = arena_new(&c->arena, Spot);
    *spot = (Spot){.older = c->spots, .text = text};
    c->spots = spot;
    if (!local_read_spot(c->m->program, text, &spot->place, &spot->end))
        complain(
            c, "no thread is ever about to do anything at '%s': a line or a label stands behind @",
            arena_copy(&c->arena, text, (size_t)(end - text)));
    return spot;
}

/* For some thread that is about to do what stands there. */
static bool evaluate_at(Conditions *c, const char *text, size_t len, const char *place)
{
    const Spot *spot = find_spot(c, place + 1, text + len);
    Reader r = {.c = c, .at = spot->end, .end = text + len};
    bool holds = false, is_there = false;
    take(&r, "");
    if (r.at < r.end)
        fail(&r, "the end of an expression stands behind @ and its line");
    c->spot = &spot->place;
    each_live (t, c->state) {
        const StateThread *thread = &c->state->threads.at[t];
        uint32_t pc = machine_shown_pc(c->m, machine_local_pc(c->m, thread->l), thread->s);
        if (!local_is_spot(c->m->program, c->m->facts.proc_of.at[pc], pc, c->spot))
            continue;
        c->frame = local_frame(c->m, thread);
        is_there = true;
        holds = evaluate_here(c, text, (size_t)(place - text)) || holds;
    }
    c->frame = (LocalId){0};
    if (!is_there) /* is it well-formed? */
        evaluate_here(c, text, (size_t)(place - text));
    c->spot = NULL;
    return holds;
}

/* All of a text is one expression, perhaps with `@ LINE` or `@ LABEL` behind it. */
static bool evaluate(Conditions *c, const char *text, size_t len)
{
    const char *place = memchr(text, '@', len);
    return place ? evaluate_at(c, text, len, place) : evaluate_here(c, text, len);
}

/* ---- conditions ---- */

/* The text of `name = ...` among the definitions; NULL: there is none. */
static const char *find_definition(const char *list, const char *name, size_t *len)
{
    while (*list) {
        const char *end = list + strcspn(list, ";");
        list += strspn(list, " \t\n");
        size_t name_len = strcspn(list, "= \t\n;");
        const char *at = list + name_len;
        at += strspn(at, " \t\n");
        if (name_len == strlen(name) && strncmp(list, name, name_len) == 0 && *at == '=') {
            *len = (size_t)(end - at - 1);
            return at + 1;
        }
        list = *end ? end + 1 : end;
    }
    return NULL;
}

static bool has_ended(const State *state)
{
    return state_live_from(state, 0) == state->threads.len;
}

static bool holds(Conditions *c, const char *atom)
{
    size_t len = strlen(atom);
    if (*atom == '{')
        return evaluate(c, atom + 1, len - 2);
    const char *definition = find_definition(c->definitions, atom, &len);
    if (definition)
        return evaluate(c, definition, len);
    if (strcmp(atom, "end") == 0)
        return has_ended(c->state);
    if (strchr(atom, '('))
        return evaluate(c, atom, strlen(atom));
    complain(c, "'%s' is not defined: --condition='NAME = EXPRESSION', or write {EXPRESSION}",
             atom);
    return false;
}

uint64_t conditions_of(Conditions *c, const State *state)
{
    uint64_t letter = 0;
    c->state = state;
    store_load(c->m, state->g);
    for (size_t k = 0; k < c->count; k++)
        letter |= holds(c, c->atoms[k]) ? (uint64_t)1 << k : 0;
    return letter;
}

void conditions_check(Conditions *c, const State *state)
{
    static const char blank[] = " \t\n";
    c->state = state;
    store_load(c->m, state->g);
    for (const char *list = c->definitions, *next; *list && !c->why; list = next) {
        size_t all = strcspn(list, ";"), len;
        next = list + all + (list[all] == ';');
        list += strspn(list, blank);
        const char *name = arena_copy(&c->arena, list, strcspn(list, "= \t\n;"));
        const char *found = find_definition(c->definitions, name, &len);
        if (!*name && (!*list || *list == ';'))
            continue;
        if (!*name || !found || *found == '=')
            complain(c, "--condition is written 'NAME = EXPRESSION; ...', which '%s' is not",
                     arena_copy(&c->arena, list, strcspn(list, ";")));
        else if (found < list || found > next)
            complain(c, "the condition '%s' is defined twice", name);
        else
            evaluate(c, found, len);
    }
    conditions_of(c, state);
}

void conditions_free(Conditions *c)
{
    for (struct Spot *spot = c->spots; spot; spot = spot->older)
        vec_free(&spot->place.labels);
    arena_free(&c->arena);
    c->spots = NULL;
    c->places = NULL;
    c->labels = NULL;
}
