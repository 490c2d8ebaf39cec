/* turns.c -- threads each of which touches what is shared in one section of one lock: one after the other.
 *
 * If all accesses of the threads to what they share lie in sections of one mutex, and no thread has more than
 * one such section in any run, then what a run does is told by the order of the sections: what lies before and behind
 * them touches nothing that others touch.  So the threads are unrolled one after the other, in every order that there is, and
 * what a thread reads is the last write of those before it: no times, no choice of writes, and numbers that
 * are known stay known.
 *
 * That the threads keep to this is a guess, and every access tells against it (doc/theory.md says why it is enough to look at
 * the runs that are unrolled).  What was touched by whom, and how, is kept for all orders together: in one order a
 * thread may touch what another one touches in another order only. */
#include "engine/symbolic/model.h"

enum { MOST_IN_TURN = 4, MOST_USES = 40000 };
#define ANYWHERE (INT64_MAX / 2) /* bytes, from ANYWHERE / -2 on */
enum { BARE_READ = 1, BARE_WRITE = 2, ANY_READ = 4, ANY_WRITE = 8 };

void turns_refuse(Model *x, const char *why)
{
    if (!x->turns.refused)
        x->turns.refused = why;
}

/* ---- sections ---- */

/* Is it the lock of the sections?  The first one that a thread takes is. */
static bool is_ours(Model *x, const Instr *i, Sym address)
{
    uint32_t len;
    int64_t offset;
    const uint64_t *objects = set_members(x, address.set, &len);
    if (len != 1 || !sym_is_known(x, address.t, &offset)) {
        turns_refuse(x, "it is not known which lock is taken");
        return false;
    }
    offset += i->offset;
    if (!x->turns.lock && i->op == OP_ACQUIRE && !(i->flags & (FLAG_RW | FLAG_SHARED))) {
        x->turns.lock = objects[0];
        x->turns.offset = offset;
    }
    if (objects[0] != x->turns.lock || offset != x->turns.offset)
        return false;
    if ((i->op != OP_ACQUIRE && i->op != OP_RELEASE) || i->flags & (FLAG_RW | FLAG_SHARED))
        turns_refuse(x, "the lock is not only taken and given back");
    return true;
}

bool turns_has_come(const Model *x)
{
    return x->turns.on && x->thread->id && x->state->section == SECTION_INSIDE;
}

void turns_before_lock(Model *x, const Instr *i, Sym address)
{
    if (!x->turns.on || !x->thread->id || !is_ours(x, i, address) || i->op != OP_ACQUIRE)
        return;
    if (x->state->section != SECTION_BEFORE)
        turns_refuse(x, "a thread takes the lock twice");
    x->state->section = SECTION_INSIDE;
}

void turns_after_lock(Model *x, const Instr *i, Sym address)
{
    if (!x->turns.on || !x->thread->id || !is_ours(x, i, address))
        return;
    if (x->state->section != SECTION_INSIDE)
        turns_refuse(x, "a lock is given back that is perhaps not held");
    unroll_clock(x);
    if (i->op == OP_RELEASE)
        x->state->section = SECTION_BEHIND;
}

void turns_clock(Model *x, Term clock)
{
    if (!turns_has_come(x))
        return;
    if (x->turns.before.ix)
        unroll_know(x, term_lt(&x->terms, x->turns.before, clock));
    x->turns.last = clock;
}

/* ---- accesses ---- */

void turns_note(Model *x, uint32_t object, Term offset, uint32_t bytes, bool write)
{
    int64_t from = 0, length = bytes;
    if (!x->turns.on || !x->thread->id || x->objects.at[object].word)
        return;
    bool inside = x->state->section == SECTION_INSIDE;
    if (!sym_is_known(x, offset, &from)) { /* anywhere */
        from = ANYWHERE / -2;
        length = ANYWHERE;
    }
    uint64_t words[4] = {object, x->thread->id, (uint64_t)from, (uint64_t)length};
    uint32_t id = records_add(&x->turns.users, words, 4);
    if (x->turns.uses.len <= id)
        vec_resize(&x->turns.uses, id + 1);
    Touched *use = &x->turns.uses.at[id];
    *use = (Touched){object, x->thread->id, from, length, use->how};
    use->how |= write ? ANY_WRITE : ANY_READ;
    if (!inside)
        use->how |= write ? BARE_WRITE : BARE_READ;
    if (write && inside)
        x->state->wrote = true;
}

static bool clash(const Touched *a, const Touched *b)
{
    if (a->object != b->object || a->thread == b->thread || a->from >= b->from + b->bytes ||
        b->from >= a->from + a->bytes)
        return false;
    return (a->how & BARE_WRITE && b->how) || (a->how & BARE_READ && b->how & ANY_WRITE);
}

/* All that threads other than the first one did, in all orders. */
void turns_check(Model *x)
{
    if (x->turns.uses.len > MOST_USES)
        turns_refuse(x, "threads touch much");
    vec_each (Touched, a, &x->turns.uses) {
        if (x->turns.refused)
            return;
        if (!(a->how & (BARE_READ | BARE_WRITE)))
            continue;
        vec_each (Touched, b, &x->turns.uses)
            if (clash(a, b))
                turns_refuse(x, "threads touch what they share without the lock");
    }
}

/* ---- orders ---- */

/* The threads behind the first one, in the order of this number; false: there are not so many orders. */
static bool permute(uint32_t *ids, size_t count, uint32_t number)
{
    for (size_t k = 0; k < count; k++) {
        size_t from = k + number % (count - k);
        number /= (uint32_t)(count - k);
        uint32_t id = ids[from];
        for (size_t at = from; at > k; at--)
            ids[at] = ids[at - 1];
        ids[k] = id;
    }
    return !number;
}

bool turns_arrange(Model *x)
{
    assert(x->todo.len && !x->todo.at[0]); /* the first thread is the first one */
    size_t count = x->todo.len - 1;
    if (count < 2 || count > MOST_IN_TURN)
        turns_refuse(x, count < 2 ? "there are no two threads" : "there are many threads");
    x->turns.count = count;
    return !x->turns.refused && permute(x->todo.at + 1, count, x->turns.number);
}

uint32_t turns_orders(const Model *x)
{
    uint32_t orders = 1;
    for (uint32_t k = 2; k <= x->turns.count; k++)
        orders *= k;
    return orders;
}

void turns_free(Model *x)
{
    records_free(&x->turns.users);
    vec_free(&x->turns.uses);
}
