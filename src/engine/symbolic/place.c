/* place.c -- addresses: where they lead, whether there is something, and what is done there. */
#include "engine/symbolic/model.h"

enum { FREED_BYTES = 1 };

static Sym move(void *of, const Instr *i, Sym a, Sym b)
{
    Model *x = of;
    Terms *t = &x->terms;
    int64_t number;
    Term by = sym_word(x, i->offset, OFFSET_BITS);
    if (i->op == OP_INDEX) {
        Term most = sym_word(x, INT32_MAX, 64), least = sym_word(x, INT32_MIN, 64);
        Term fits =
            term_and(t, term_bits(t, TERM_SLE, least, b.t), term_bits(t, TERM_SLE, b.t, most));
        unroll_limit(x, fits, "an index is beyond all objects");
        by = term_bits(t, TERM_BITS_MUL, by, b.t);
    }
    a.t = term_bits(t, TERM_BITS_ADD, a.t, by);
    if (!sym_is_known(x, a.t, &number)) {
        Term most = sym_word(x, INT32_MAX, 64), least = sym_word(x, INT32_MIN, 64);
        unroll_limit(
            x, term_and(t, term_bits(t, TERM_SLE, least, a.t), term_bits(t, TERM_SLE, a.t, most)),
            "an address is beyond all objects");
    }
    return a;
}

static Term same_object(Model *x, Sym a, Sym b)
{
    return term_eq(&x->terms, a.which, b.which);
}

static Sym distance(void *of, const Instr *i, Sym a, Sym b)
{
    Model *x = of;
    (void)i;
    unroll_limit(x, same_object(x, a, b), "addresses of two objects are subtracted");
    return sym_number(term_bits(&x->terms, TERM_BITS_SUB, a.t, b.t));
}

static bool is_object(const Model *x, uint64_t object)
{
    return object && object < x->objects.len;
}

/* Could two objects be at one address, though they are different ones: behind each other, or one in
 * the place of another that was freed? */
static void compare_places(Model *x, Sym a, Sym b)
{
    uint32_t n, k;
    Terms *t = &x->terms;
    const uint64_t *p = set_members(x, a.set, &n), *q = set_members(x, b.set, &k);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < k; j++) {
            if (p[i] == q[j] || !is_object(x, p[i]) || !is_object(x, q[j]))
                continue;
            const Object *o = &x->objects.at[p[i]], *u = &x->objects.at[q[j]];
            Term both = term_and(t, term_eq(t, a.which, sym_word(x, (int32_t)p[i], OBJECT_BITS)),
                                 term_eq(t, b.which, sym_word(x, (int32_t)q[j], OBJECT_BITS)));
            Term zero = sym_word(x, 0, OFFSET_BITS);
            Term first = term_and(t, term_eq(t, a.t, sym_word(x, o->size, OFFSET_BITS)),
                                  term_eq(t, b.t, zero));
            Term second = term_and(t, term_eq(t, b.t, sym_word(x, u->size, OFFSET_BITS)),
                                   term_eq(t, a.t, zero));
            Term meet = o->freed || u->freed ? t->yes : term_or(t, first, second);
            unroll_limit(x, term_not(t, term_and(t, both, meet)),
                         "addresses of two objects are compared, one of which may be freed");
        }
}

static Sym compare(void *of, const Instr *i, Sym a, Sym b)
{
    Model *x = of;
    Terms *t = &x->terms;
    Term same = same_object(x, a, b);
    if (i->op == OP_EQ || i->op == OP_NE) {
        compare_places(x, a, b);
        Term equal = term_and(t, same, term_eq(t, a.t, b.t));
        return sym_number(i->op == OP_EQ ? equal : term_not(t, equal));
    }
    unroll_limit(x, same, "addresses of two objects have an order");
    return sym_number(term_bits(t, i->op == OP_LT ? TERM_SLT : TERM_SLE, a.t, b.t));
}

/* A number as an address, and back; high bits that no address has are a limit of the machine. */
static Sym convert(void *of, const Instr *i, Sym a)
{
    Model *x = of;
    Terms *t = &x->terms;
    if (i->type.kind == TYPE_PTR && i->from.kind == TYPE_PTR)
        return a;
    if (i->type.kind == TYPE_FLOAT || i->from.kind == TYPE_FLOAT) {
        unroll_limit(x, t->no, "a float becomes an address");
        return sym_fresh(x, i->type);
    }
    if (i->type.kind == TYPE_PTR) {
        Term wide = term_sort(t, a.t).base == SORT_BOOLEAN
                        ? mem_to_cell(x, a.t, i->from, 8)
                        : term_resize(t, a.t, 64, i->from.kind == TYPE_SIGNED);
        Term most = sym_word(x, UINT32_MAX, 64), least = sym_word(x, -((int64_t)1 << 32), 64);
        unroll_limit(
            x, term_or(t, term_bits(t, TERM_ULE, wide, most), term_bits(t, TERM_ULE, least, wide)),
            "a number is used as an address");
        return mem_number_as_pointer(x, wide);
    }
    Term null = term_eq(t, a.which, sym_word(x, 0, OBJECT_BITS));
    unroll_limit(x, null, "an address is used as a number");
    return sym_number(mem_from_cell(x, a.t, i->type));
}

/* ---- accesses ---- */

static Term guard_for(Model *x, Sym address, uint64_t object)
{
    Term is = term_eq(&x->terms, address.which, sym_word(x, (int32_t)object, OBJECT_BITS));
    return term_and(&x->terms, x->state->guard, is);
}

void place_fail(Model *x, Term guard, ErrorKind error)
{
    unroll_fail(x, FAIL_ERROR, error, term_not(&x->terms, guard), NULL);
}

/* Null, or no object at all. */
static bool leads_nowhere(Model *x, uint64_t object, Term guard, Term offset)
{
    Terms *t = &x->terms;
    if (is_object(x, object))
        return false;
    if (object) {
        place_fail(x, guard, ERR_WILD_POINTER);
        return true;
    }
    Term near = term_bits(t, TERM_ULT, offset, sym_word(x, 4096, OFFSET_BITS));
    place_fail(x, term_and(t, guard, near), ERR_NULL_POINTER);
    place_fail(x, term_and(t, guard, term_not(t, near)), ERR_WILD_POINTER);
    return true;
}

static void check_freed(Model *x, uint32_t object, Term guard, ErrorKind error)
{
    if (!x->objects.at[object].freed)
        return;
    Sym gone = mem_read(x, object, guard, sym_word(x, FREED_OFFSET, OFFSET_BITS), FREED_BYTES,
                        TYPE_U1, BLANK_LIMIT);
    place_fail(x, term_and(&x->terms, guard, sym_true(x, gone)), error);
}

/* Does the object have so many bytes there?  False: certainly not. */
static bool check_bounds(Model *x, uint32_t object, Term guard, Term offset, uint64_t bytes)
{
    Terms *t = &x->terms;
    uint32_t size = x->objects.at[object].size;
    Term fits = bytes > size ? t->no
                             : term_bits(t, TERM_ULE, offset,
                                         sym_word(x, (int64_t)(size - bytes), OFFSET_BITS));
    place_fail(x, term_and(t, guard, term_not(t, fits)), ERR_OUT_OF_BOUNDS);
    return !term_is_false(t, fits);
}

static bool is_raw(const Model *x, uint32_t object)
{
    uint32_t layout = x->objects.at[object].layout;
    return layout && x->program->layouts.at[layout].kind == LAYOUT_RAW;
}

static void check_aligned(Model *x, const Instr *i, uint32_t object, Term guard, Term offset,
                          uint32_t bytes)
{
    Terms *t = &x->terms;
    int64_t number;
    bool packed = i->flags & FLAG_PACKED;
    if (bytes == 1 || (packed && sym_is_known(x, offset, &number)))
        return;
    Term low = term_bits(t, TERM_BITS_AND, offset, sym_word(x, bytes - 1, OFFSET_BITS));
    Term fits = term_eq(t, low, sym_word(x, 0, OFFSET_BITS));
    if (!packed && (i->op == OP_LOAD || i->op == OP_STORE) && is_raw(x, object))
        place_fail(x, term_and(t, guard, term_not(t, fits)), ERR_ALIGNMENT);
    else
        unroll_limit(x, term_or(t, term_not(t, guard), fits), "memory is not aligned");
}

static uint32_t access_bytes(const Model *x, uint32_t object, Type type)
{
    return type.kind == TYPE_PTR && is_raw(x, object) ? x->program->pointer_bytes
                                                      : type_bytes(type);
}

static Term offset_of(Model *x, Sym address, int64_t by)
{
    return term_bits(&x->terms, TERM_BITS_ADD, address.t, sym_word(x, by, OFFSET_BITS));
}

/* Is there such a place?  False: certainly not. */
static bool check_place(Model *x, const Instr *i, uint64_t object, Term guard, Term offset,
                        Type type)
{
    if (leads_nowhere(x, object, guard, offset))
        return false;
    uint32_t bytes = access_bytes(x, (uint32_t)object, type);
    check_freed(x, (uint32_t)object, guard, ERR_FREED);
    if (!check_bounds(x, (uint32_t)object, guard, offset, bytes))
        return false;
    check_aligned(x, i, (uint32_t)object, guard, offset, bytes);
    return true;
}

/* What is constant is written only where it begins. */
static void check_constant(Model *x, const Instr *i, uint32_t object, Term guard)
{
    uint32_t layout = x->objects.at[object].layout;
    bool starting = (int32_t)program_proc_at(x->program, x->pc) == x->program->init;
    bool global = object < x->program->globals.len;
    bool constant =
        global ? x->program->globals.at[object].constant && !starting
               : layout && x->program->layouts.at[layout].constant && !(i->flags & FLAG_INIT);
    if (constant)
        place_fail(x, guard, ERR_CONSTANT);
}

Sym place_read(Model *x, const Instr *i, Sym address, int64_t by, Type type)
{
    uint32_t len;
    Sym value = {0};
    Term offset = offset_of(x, address, by);
    const uint64_t *objects = set_members(x, address.set, &len);
    Blank blank = i->op == OP_LOAD && i->flags & FLAG_PEEK ? BLANK_ZERO
                  : i->flags & FLAG_CHECK                  ? BLANK_ERROR
                                                           : BLANK_LIMIT;
    for (uint32_t k = 0; k < len; k++) {
        Term guard = guard_for(x, address, objects[k]);
        if (term_is_false(&x->terms, guard) || !check_place(x, i, objects[k], guard, offset, type))
            continue;
        Sym found = mem_read(x, (uint32_t)objects[k], guard, offset,
                             access_bytes(x, (uint32_t)objects[k], type), type, blank);
        value = value.t.ix ? sym_ite(x, guard, found, value) : found;
    }
    return value.t.ix ? value : sym_fresh(x, type);
}

void place_write(Model *x, const Instr *i, Sym address, int64_t by, Type type, Sym value,
                 bool check)
{
    uint32_t len;
    Term offset = offset_of(x, address, by);
    const uint64_t *objects = set_members(x, address.set, &len);
    for (uint32_t k = 0; k < len; k++) {
        Term guard = guard_for(x, address, objects[k]);
        uint32_t object = (uint32_t)objects[k];
        if (term_is_false(&x->terms, guard) ||
            (check && !check_place(x, i, objects[k], guard, offset, type)) ||
            !is_object(x, objects[k]))
            continue;
        uint32_t bytes = access_bytes(x, object, type);
        check_constant(x, i, object, guard);
        Sym cell = value;
        if (cell.kind == SYM_NUMBER && cell.t.ix)
            cell.t = mem_to_cell(x, cell.t, type, bytes);
        mem_write(x, object, guard, offset, bytes, cell);
    }
}

static Sym load(void *of, const Instr *i, Sym address)
{
    return place_read(of, i, address, i->offset, i->type);
}

static void store(void *of, const Instr *i, Sym address, Sym value)
{
    place_write(of, i, address, i->offset, i->type, value, true);
}

/* ---- objects ---- */

uint32_t mem_thread_object(Model *x, uint32_t thread)
{
    uint64_t words[2] = {3, thread};
    uint32_t key = records_add(&x->keys, words, 2);
    if (x->object_of.len <= key)
        vec_resize(&x->object_of, key + 1);
    if (!x->object_of.at[key]) {
        x->object_of.at[key] = (uint32_t)x->objects.len;
        vec_push(&x->objects,
                 ((Object){.size = 8, .made = true, .zero = true, .shared = true, .word = true}));
    }
    return x->object_of.at[key];
}

static Sym alloc(void *of, const Instr *i, Sym size)
{
    Model *x = of;
    int64_t bytes = 1;
    const Layout *layout = &x->program->layouts.at[i->other];
    bool sized = layout->kind == LAYOUT_RAW || layout->kind == LAYOUT_ARRAY;
    if ((sized && !sym_is_known(x, size.t, &bytes)) || bytes < 0 || bytes > 1 << 24 ||
        layout->kind == LAYOUT_SET || layout->kind == LAYOUT_CHAN) {
        unroll_limit(x, x->terms.no, "it is not known how much memory is allocated");
        return sym_zero(x, TYPE_POINTER);
    }
    if (layout->kind != LAYOUT_RAW)
        bytes *= layout->size;
    uint64_t words[4] = {1, x->thread->id, x->pc, unroll_count(x, x->thread->id, x->pc)};
    uint32_t key = records_add(&x->keys, words, 4);
    if (x->object_of.len <= key)
        vec_resize(&x->object_of, key + 1);
    if (!x->object_of.at[key]) {
        x->object_of.at[key] = (uint32_t)x->objects.len;
        vec_push(&x->objects, ((Object){0}));
    }
    uint32_t object = x->object_of.at[key];
    Object *o = &x->objects.at[object];
    bool zero = i->flags & FLAG_ZERO || layout->kind != LAYOUT_RAW;
    if (o->made && (o->layout != i->other || o->size != (uint32_t)bytes || o->zero != zero))
        x->again = true;
    o->layout = i->other;
    o->size = (uint32_t)bytes;
    o->zero = zero;
    o->made = true;
    return sym_pointer(x, object, sym_word(x, 0, OFFSET_BITS));
}

static bool is_automatic(const Model *x, uint32_t object)
{
    return x->program->layouts.at[x->objects.at[object].layout].automatic;
}

static void free_object(void *of, const Instr *i, Sym address)
{
    Model *x = of;
    uint32_t len;
    Terms *t = &x->terms;
    Term zero = sym_word(x, 0, OFFSET_BITS), at = sym_word(x, FREED_OFFSET, OFFSET_BITS);
    const uint64_t *objects = set_members(x, address.set, &len);
    for (uint32_t k = 0; k < len; k++) {
        Term guard = guard_for(x, address, objects[k]);
        uint32_t object = (uint32_t)objects[k];
        if (!objects[k] || term_is_false(t, guard))
            continue;
        if (!is_object(x, objects[k]) || object < x->program->globals.len ||
            (i->flags & FLAG_CHECK && is_automatic(x, object))) {
            place_fail(x, guard, ERR_WILD_POINTER);
            continue;
        }
        place_fail(x, term_and(t, guard, term_not(t, term_eq(t, address.t, zero))),
                   ERR_WILD_POINTER);
        if (!x->objects.at[object].freed)
            x->objects.at[object].freed = x->again = true;
        check_freed(x, object, guard, ERR_DOUBLE_FREE);
        mem_write(x, object, guard, at, FREED_BYTES, sym_number(sym_word(x, 1, 8)));
    }
}

static Sym length(void *of, const Instr *i, Sym address)
{
    Model *x = of;
    uint32_t len;
    Type type = x->program->procs.at[vec_last(&x->stack)].registers.at[i->dst].type;
    Sym value = sym_zero(x, type);
    const uint64_t *objects = set_members(x, address.set, &len);
    for (uint32_t k = 0; k < len; k++) {
        Term guard = guard_for(x, address, objects[k]);
        if (term_is_false(&x->terms, guard) || leads_nowhere(x, objects[k], guard, address.t))
            continue;
        const Object *o = &x->objects.at[objects[k]];
        check_freed(x, (uint32_t)objects[k], guard, ERR_FREED);
        uint32_t unit = is_raw(x, (uint32_t)objects[k]) || !o->layout
                            ? 1
                            : x->program->layouts.at[o->layout].size;
        value = sym_ite(x, guard, sym_constant(x, o->size / (unit ? unit : 1), type), value);
    }
    return value;
}

/* ---- many bytes ---- */

/* The only object, if it is not shared, and the place in it; NO_INDEX: it is not so simple. */
static uint32_t only_place(Model *x, Sym address, Sym bytes, int64_t *offset, int64_t *count)
{
    uint32_t len;
    const uint64_t *objects = set_members(x, address.set, &len);
    if (len != 1 || !is_object(x, objects[0]) || !sym_is_known(x, address.t, offset) ||
        !sym_is_known(x, bytes.t, count) || *count < 0)
        return NO_INDEX;
    return mem_is_event(x, (uint32_t)objects[0]) ? NO_INDEX : (uint32_t)objects[0];
}

static void fill(void *of, const Instr *i, Sym to, Sym byte, Sym bytes)
{
    Model *x = of;
    int64_t offset, count, value;
    uint32_t object = only_place(x, to, bytes, &offset, &count);
    if (object == NO_INDEX || !sym_is_known(x, byte.t, &value) || value) {
        unroll_limit(x, x->terms.no, "many bytes at once are filled");
        return;
    }
    Term guard = x->state->guard, at = sym_word(x, offset, OFFSET_BITS);
    check_freed(x, object, guard, ERR_FREED);
    if (!check_bounds(x, object, guard, at, (uint64_t)count) || !count)
        return;
    check_constant(x, i, object, guard);
    mem_clear(x, object, guard, at, (uint32_t)count);
}

static void apart(void *of, const Instr *i, Sym to, Sym from, Sym bytes)
{
    Model *x = of;
    (void)i;
    (void)bytes;
    unroll_limit(x, term_not(&x->terms, same_object(x, to, from)),
                 "it is not known whether what is copied overlaps");
}

const Memory symbolic_memory = {.move = move,
                                .distance = distance,
                                .compare = compare,
                                .convert = convert,
                                .load = load,
                                .store = store,
                                .fill = fill,
                                .apart = apart,
                                .alloc = alloc,
                                .free = free_object,
                                .length = length,
                                .lock = lock_instr,
                                .held = lock_held};
