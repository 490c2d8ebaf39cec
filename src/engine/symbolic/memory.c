/* memory.c -- what is in memory.
 *
 * As long as only one thread touches an object, or a fork puts the accesses of two in order, what a read
 * finds is known from the list of writes: the last one whose guard holds.  Other objects are shared: an
 * access is an event, and order.c says which write a read finds.  Which objects are shared is a guess
 * that begins with none of them; mem_check looks whether it was right, and else the attempt begins
 * again.  What a pointer in a shared object may point to, and what is ever freed, is found so, too. */
#include "engine/symbolic/model.h"

enum { LONG_WALK = 12, MOST_WRITES = 200000 };
static const uint64_t any_place = UINT64_MAX;

static Log *log_of(Model *x, uint32_t object)
{
    assert(object < x->objects.len);
    if (x->logs.len <= object)
        vec_resize(&x->logs, object + 1);
    return &x->logs.at[object];
}

bool mem_precedes(const Model *x, uint32_t thread, uint32_t seq, uint32_t later)
{
    while (later != NO_INDEX && later != thread) {
        const Runner *t = x->threads.at[later];
        assert(t && t->id == later && t->parent != later);
        if (t->parent == thread)
            return seq < t->fork_seq;
        later = t->parent;
    }
    return false;
}

static void note_use(Model *x, uint32_t object, bool write)
{
    Log *log = log_of(x, object);
    Use *use = NULL;
    vec_each (Use, u, &log->uses)
        if (u->thread == x->thread->id)
            use = u;
    if (!use) {
        vec_push(&log->uses, ((Use){.thread = x->thread->id}));
        use = &vec_last(&log->uses);
    }
    assert(use->write <= x->seq + 1 && use->read <= x->seq + 1);
    *(write ? &use->write : &use->read) = x->seq + 1;
}

/* Was it written before all that the thread does from its start on, or by one that had its turn before? */
static bool is_past(const Model *x, const Write *w)
{
    return w->thread == x->thread->id || (x->turns.on && w->thread && x->thread->id) ||
           mem_precedes(x, w->thread, w->seq, x->thread->id);
}

/* ---- contents as words and as values ---- */

/* A number of the width of its type from one of the width of the cell, and back. */
Term mem_to_cell(Model *x, Term t, Type type, uint32_t bytes)
{
    if (term_sort(&x->terms, t).base == SORT_BOOLEAN)
        return term_ite(&x->terms, t, sym_word(x, 1, bytes * 8), sym_word(x, 0, bytes * 8));
    return term_resize(&x->terms, t, bytes * 8, type.kind == TYPE_SIGNED);
}

Term mem_from_cell(Model *x, Term t, Type type)
{
    Node node = term_node(&x->terms, t);
    int64_t yes, no;
    if (type.kind == TYPE_UNSIGNED && type.bits == 1) {
        if (node.op == TERM_ITE && sym_is_known(x, node.arg[1], &yes) &&
            sym_is_known(x, node.arg[2], &no) && yes == 1 && !no)
            return node.arg[0];
        Term last = term_resize(&x->terms, t, 1, false);
        return term_eq(&x->terms, last, sym_word(x, 1, 1));
    }
    return term_resize(&x->terms, t, type.bits, false);
}

Sym mem_number_as_pointer(Model *x, Term t)
{
    unsigned width = term_sort(&x->terms, t).width;
    bool narrow = x->program->pointer_bytes == 4;
    if (narrow && width > 32)
        t = term_resize(&x->terms, t, 32, false);
    return sym_pointer(x, 0, term_resize(&x->terms, t, OFFSET_BITS, false));
}

/* What a cell holds, as a value of this type.  `guard`: it is what the read finds. */
static Sym as_type(Model *x, Term guard, Sym value, Type type, uint32_t bytes)
{
    if (type.kind == TYPE_PTR)
        return value.kind == SYM_POINTER ? value : mem_number_as_pointer(x, value.t);
    if (value.kind == SYM_NUMBER)
        return sym_number(mem_from_cell(x, value.t, type));
    Term null = term_eq(&x->terms, value.which, sym_word(x, 0, OBJECT_BITS));
    Term wrong = term_and(&x->terms, guard, term_not(&x->terms, null));
    unroll_limit(x, term_not(&x->terms, wrong), "an address is read as a number");
    return sym_number(mem_from_cell(x, term_resize(&x->terms, value.t, bytes * 8, false), type));
}

/* ---- what only one thread touches at a time ---- */

typedef struct Found {
    Term when;
    Sym value;
} Found;
typedef VEC(Found) FoundList;

typedef enum Overlap { OVERLAP_NONE, OVERLAP_SAME, OVERLAP_INSIDE, OVERLAP_PART } Overlap;

/* A place that is not known is (place.c, check_aligned). */
static bool is_aligned(Model *x, Term offset, uint32_t bytes)
{
    int64_t place;
    return !sym_is_known(x, offset, &place) || place % bytes == 0;
}

/* Of two places of one object; *when: under this condition. */
static Overlap overlap(Model *x, const Write *w, Term offset, uint32_t bytes, Term *when)
{
    int64_t a, b;
    Terms *t = &x->terms;
    bool known = sym_is_known(x, w->offset, &a) && sym_is_known(x, offset, &b);
    *when = t->yes;
    if (known && (a + w->bytes <= b || b + bytes <= a))
        return OVERLAP_NONE;
    if (known && w->range)
        return a <= b && b + bytes <= a + w->bytes ? OVERLAP_SAME : OVERLAP_PART;
    if (known && a == b && w->bytes == bytes)
        return OVERLAP_SAME;
    if (known) /* some bytes of a number, the last ones first */
        return a <= b && b + bytes <= a + w->bytes && w->value.kind == SYM_NUMBER ? OVERLAP_INSIDE
                                                                                  : OVERLAP_PART;
    Term begin = term_bits(t, TERM_BITS_SUB, offset, w->offset);
    if (w->range) {
        if (w->bytes < bytes)
            return OVERLAP_PART;
        *when = term_bits(t, TERM_ULE, begin, sym_word(x, w->bytes - bytes, OFFSET_BITS));
        return OVERLAP_SAME;
    }
    bool aligned = is_aligned(x, w->offset, w->bytes) && is_aligned(x, offset, bytes);
    if (aligned && w->bytes == bytes) {
        *when = term_eq(t, w->offset, offset);
        return term_is_false(t, *when) ? OVERLAP_NONE : OVERLAP_SAME;
    }
    if (aligned && w->bytes > bytes && w->value.kind == SYM_NUMBER) {
        *when = term_bits(t, TERM_ULE, begin, sym_word(x, w->bytes - bytes, OFFSET_BITS));
        return OVERLAP_INSIDE;
    }
    Term back = term_bits(t, TERM_BITS_SUB, w->offset, offset);
    *when = term_or(t, term_bits(t, TERM_ULT, begin, sym_word(x, w->bytes, OFFSET_BITS)),
                    term_bits(t, TERM_ULT, back, sym_word(x, bytes, OFFSET_BITS)));
    return OVERLAP_PART;
}

/* Those bytes of the number that was written which lie there. */
static Sym bytes_of(Model *x, const Write *w, Term offset, uint32_t bytes)
{
    Terms *t = &x->terms;
    unsigned width = w->bytes * 8;
    Term from = term_bits(t, TERM_BITS_SUB, offset, w->offset);
    Term by =
        term_bits(t, TERM_BITS_MUL, term_resize(t, from, width, false), sym_word(x, 8, width));
    return sym_number(term_resize(t, term_bits(t, TERM_LSHR, w->value.t, by), bytes * 8, false));
}

/* The last writes first, up to one that is certain; false: there may be none at all. */
static bool find_writes(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes,
                        FoundList *found, uint32_t *walked)
{
    Log *log = log_of(x, object);
    Terms *t = &x->terms;
    for (size_t k = log->writes.len; k > 0; k--) {
        const Write *w = &log->writes.at[k - 1];
        Term when;
        ++*walked;
        if (!is_past(x, w))
            continue;
        Overlap how = overlap(x, w, offset, bytes, &when);
        if (how == OVERLAP_NONE)
            continue;
        bool sure = term_is_true(t, when) && guard_implies(x, guard, w->guard);
        if (!sure)
            when = term_and(t, when, w->guard);
        if (how == OVERLAP_PART) {
            unroll_limit(x, term_not(t, term_and(t, guard, when)),
                         "memory is read otherwise than it was written, or in parts");
            continue;
        }
        Sym value = how == OVERLAP_INSIDE ? bytes_of(x, w, offset, bytes) : w->value;
        vec_push(found, ((Found){when, value}));
        if (sure)
            return true;
    }
    return false;
}

/* Bytes that were never written are read. */
static void fail_unwritten(Model *x, Term guard, bool checked)
{
    Term holds = term_not(&x->terms, guard);
    if (checked && !x->program->unwritten_any)
        unroll_fail(x, FAIL_ERROR, ERR_UNINITIALISED, holds, NULL);
    else
        unroll_limit(x, holds, "memory is read that was never written");
}

/* Where there are many writes, most of the time goes here and not into the solver. */
static void spend_on_reading(Model *x, uint32_t walked, size_t found)
{
    enum { A_STEP = 256 };
    if (budget_spend(&x->job->budget, walked / A_STEP + found / 2))
        unroll_stop(x, x->job->budget.reason);
}

static Sym read_log(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes, Type type,
                    Blank blank)
{
    FoundList found = {0};
    uint32_t walked = 0;
    int64_t place = 0;
    Terms *t = &x->terms;
    bool freed = sym_is_known(x, offset, &place) && place == FREED_OFFSET;
    bool sure = find_writes(x, object, guard, offset, bytes, &found, &walked);
    spend_on_reading(x, walked, found.len);
    bool zero = x->objects.at[object].zero || freed || blank == BLANK_ZERO;
    Sym value = zero ? sym_zero(x, type) : sym_fresh(x, type);
    Term miss = guard;
    for (size_t k = found.len; k > 0; k--) {
        const Found *f = &found.at[k - 1];
        Term when = sure && k == found.len ? t->yes : f->when;
        value =
            sym_ite(x, when, as_type(x, term_and(t, guard, f->when), f->value, type, bytes), value);
        miss = term_and(t, miss, term_not(t, f->when));
    }
    if (!sure && !zero)
        fail_unwritten(x, miss, blank == BLANK_ERROR);
    if (walked > LONG_WALK && found.len > 1 && (sure || zero) && value.t.ix) {
        Sym cell = value;
        if (cell.kind == SYM_NUMBER)
            cell.t = mem_to_cell(x, cell.t, type, bytes);
        vec_push(&log_of(x, object)->writes, ((Write){.thread = x->thread->id,
                                                      .seq = x->seq,
                                                      .guard = guard,
                                                      .offset = offset,
                                                      .bytes = bytes,
                                                      .value = cell}));
    }
    vec_free(&found);
    return value;
}

/* ---- what is shared ---- */

static uint32_t contents_key(Model *x, uint32_t object, Term offset)
{
    int64_t place;
    uint64_t words[3] = {2, object, any_place};
    if (sym_is_known(x, offset, &place))
        words[2] = (uint64_t)place;
    uint32_t key = records_add(&x->keys, words, 3);
    if (x->contents.len <= key)
        vec_resize(&x->contents, key + 1);
    if (!x->contents.at[key])
        x->contents.at[key] = set_one(x, 0);
    return key;
}

void mem_may_hold(Model *x, const Visit *read, uint32_t set)
{
    uint32_t key = contents_key(x, read->object, read->offset);
    uint32_t both = set_union(x, x->contents.at[key], set);
    if (both != x->contents.at[key])
        x->again = true;
    x->contents.at[key] = both;
}

static Sym read_shared(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes,
                       Type type, bool checked)
{
    Visit e = {.thread = x->thread->id,
               .seq = x->seq,
               .object = object,
               .bytes = bytes,
               .checked = checked,
               .guard = guard,
               .offset = offset,
               .clock = unroll_clock(x),
               .pc = x->pc};
    uint32_t key = type.kind == TYPE_PTR ? contents_key(x, object, offset) : 0;
    if (key)
        e.value = sym_any_of(x, x->contents.at[key]);
    else
        e.value = sym_number(sym_variable(x, "read", SORT_BITS(bytes * 8)));
    vec_push(&x->events, e);
    return as_type(x, guard, e.value, type, bytes);
}

bool mem_is_event(const Model *x, uint32_t object)
{
    assert(object < x->objects.len);
    const Object *o = &x->objects.at[object];
    return x->forked && o->shared && (!x->turns.on || o->word);
}

Sym mem_read(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes, Type type,
             Blank blank)
{
    assert(bytes);
    x->seq++;
    note_use(x, object, false);
    turns_note(x, object, offset, bytes, false);
    if (mem_is_event(x, object))
        return read_shared(x, object, guard, offset, bytes, type, blank == BLANK_ERROR);
    return read_log(x, object, guard, offset, bytes, type, blank);
}

void mem_write(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes, Sym value)
{
    x->seq++;
    note_use(x, object, true);
    turns_note(x, object, offset, bytes, true);
    if (!value.t.ix || term_is_false(&x->terms, guard))
        return;
    if (mem_is_event(x, object)) {
        x->state->wrote = true;
        vec_push(&x->events, ((Visit){.thread = x->thread->id,
                                      .seq = x->seq,
                                      .object = object,
                                      .bytes = bytes,
                                      .write = true,
                                      .guard = guard,
                                      .offset = offset,
                                      .clock = unroll_clock(x),
                                      .value = value,
                                      .pc = x->pc}));
        return;
    }
    Log *log = log_of(x, object);
    if (log->writes.len > MOST_WRITES)
        unroll_stop(x, "an object is written too often");
    vec_push(&log->writes, ((Write){.thread = x->thread->id,
                                    .seq = x->seq,
                                    .guard = guard,
                                    .offset = offset,
                                    .bytes = bytes,
                                    .value = value}));
}

static Type read_type(const Visit *read)
{
    return read->value.kind == SYM_POINTER ? TYPE_POINTER
                                           : (Type){TYPE_UNSIGNED, (uint8_t)(read->bytes * 8)};
}

void mem_clear(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes)
{
    x->seq++;
    note_use(x, object, true);
    turns_note(x, object, offset, bytes, true);
    vec_push(&log_of(x, object)->writes, ((Write){.thread = x->thread->id,
                                                  .seq = x->seq,
                                                  .guard = guard,
                                                  .offset = offset,
                                                  .bytes = bytes,
                                                  .range = true,
                                                  .value = sym_number(sym_word(x, 0, 64))}));
}

/* What the object held when the first fork was made, for order.c. */
Sym mem_first(Model *x, const Visit *read, Term *unwritten)
{
    Terms *t = &x->terms;
    Type type = read_type(read);
    int64_t place = 0;
    bool freed = sym_is_known(x, read->offset, &place) && place == FREED_OFFSET;
    bool zero = x->objects.at[read->object].zero || freed;
    Sym value = zero ? sym_zero(x, type) : sym_fresh(x, type);
    Log *log = log_of(x, read->object);
    *unwritten = zero ? t->no : t->yes;
    for (size_t k = 0; k < log->writes.len; k++) {
        const Write *w = &log->writes.at[k];
        Term when;
        Overlap how = overlap(x, w, read->offset, read->bytes, &when);
        when = term_and(t, when, w->guard);
        if (how == OVERLAP_PART)
            unroll_limit(x, term_not(t, term_and(t, read->guard, when)),
                         "memory is read otherwise than it was written, or in parts");
        if (how != OVERLAP_SAME && how != OVERLAP_INSIDE)
            continue;
        Sym there = how == OVERLAP_INSIDE ? bytes_of(x, w, read->offset, read->bytes) : w->value;
        value = sym_ite(
            x, when, as_type(x, term_and(t, read->guard, when), there, type, read->bytes), value);
        *unwritten = term_and(t, *unwritten, term_not(t, when));
    }
    return value;
}

Sym mem_match(Model *x, const Visit *read, Sym value, Term when)
{
    return as_type(x, term_and(&x->terms, read->guard, when), value, read_type(read), read->bytes);
}

int mem_overlap(Model *x, const Visit *write, const Visit *read, Term *when)
{
    Write w = {.offset = write->offset, .bytes = write->bytes};
    Overlap how = overlap(x, &w, read->offset, read->bytes, when);
    return how == OVERLAP_SAME ? 1 : how == OVERLAP_NONE ? 0 : -1;
}

void mem_unwritten(Model *x, const Visit *read, Term when)
{
    fail_unwritten(x, term_and(&x->terms, read->guard, when), read->checked);
}

static bool ordered(const Model *x, const Use *early, const Use *late)
{
    if (!mem_precedes(x, early->thread, 0, late->thread))
        return !early->write && !late->write;
    return (!early->write || mem_precedes(x, early->thread, early->write - 1, late->thread)) &&
           (!early->read || !late->write ||
            mem_precedes(x, early->thread, early->read - 1, late->thread));
}

/* The first thread takes no turns: what it does must be before the others begin. */
static void check_first(Model *x, const Log *log)
{
    vec_each (Use, a, &log->uses)
        vec_each (Use, b, &log->uses)
            if (!a->thread && b->thread && !ordered(x, a, b))
                turns_refuse(x, "the first thread touches what others touch");
}

void mem_check(Model *x)
{
    if (x->turns.on) {
        for (uint32_t object = 1; object < x->logs.len; object++)
            if (!x->objects.at[object].word)
                check_first(x, &x->logs.at[object]);
        turns_check(x);
        return;
    }
    for (uint32_t object = 1; object < x->logs.len; object++) {
        const Log *log = &x->logs.at[object];
        Object *o = &x->objects.at[object];
        for (size_t a = 0; a < log->uses.len && !o->shared; a++)
            for (size_t b = a + 1; b < log->uses.len && !o->shared; b++)
                if (!ordered(x, &log->uses.at[a], &log->uses.at[b]) &&
                    !ordered(x, &log->uses.at[b], &log->uses.at[a]))
                    o->shared = x->again = true;
    }
}
