/* lock.c -- mutexes and locks for readers and writers, which are memory, too. */
#include "engine/symbolic/model.h"

enum { READERS_OFFSET = 8 };
static const Type readers_type = {TYPE_UNSIGNED, 64};

typedef struct Lock {
    Term self, bit; /* the thread, and its bit among readers */
    Term owner, readers;
} Lock;

static Lock lock_read(Model *x, const Instr *i, Sym address)
{
    int64_t me = x->thread->id + 1;
    Lock lock = {.self = sym_word(x, me, 32), .bit = sym_word(x, (int64_t)1 << (me - 1), 64)};
    lock.owner = place_read(x, i, address, i->offset, TYPE_THREAD).t;
    lock.readers = i->flags & FLAG_RW
                       ? place_read(x, i, address, i->offset + READERS_OFFSET, readers_type).t
                       : sym_word(x, 0, 64);
    return lock;
}

static Term is_reader(Model *x, const Lock *lock)
{
    Terms *t = &x->terms;
    Term mine = term_bits(t, TERM_BITS_AND, lock->readers, lock->bit);
    return term_not(t, term_eq(t, mine, sym_word(x, 0, 64)));
}

static Term is_free(Model *x, const Instr *i, const Lock *lock)
{
    Terms *t = &x->terms;
    Term nobody = term_eq(t, lock->owner, sym_word(x, 0, 32));
    if (!(i->flags & FLAG_RW) || i->flags & FLAG_SHARED)
        return nobody;
    return term_and(t, nobody, term_eq(t, lock->readers, sym_word(x, 0, 64)));
}

/* It is taken; `when` NO_TERM: always. */
static void lock_take(Model *x, const Instr *i, Sym address, const Lock *lock, Term when)
{
    Terms *t = &x->terms;
    bool shared = i->flags & FLAG_SHARED;
    Term now = shared ? term_bits(t, TERM_BITS_OR, lock->readers, lock->bit) : lock->self;
    Term before = shared ? lock->readers : lock->owner;
    if (when.ix)
        now = term_ite(t, when, now, before);
    place_write(x, i, address, i->offset + (shared ? READERS_OFFSET : 0),
                shared ? readers_type : TYPE_THREAD, sym_number(now), false);
}

static void acquire(Model *x, const Instr *i, Sym address)
{
    Terms *t = &x->terms;
    bool waits = unroll_may_wait(x, i);
    bool turn = turns_has_come(x); /* who waits for ever could as well be the last one */
    if (waits && !turn)
        unroll_want(x);
    Lock lock = lock_read(x, i, address);
    Term mine = term_or(t, term_eq(t, lock.owner, lock.self), is_reader(x, &lock));
    Term goes = is_free(x, i, &lock);
    place_fail(x, term_and(t, x->state->guard, mine), ERR_SELF_DEADLOCK);
    if (waits && turn)
        unroll_assume(x, term_or(t, goes, mine));
    else if (waits)
        unroll_know(x, term_implies(t, x->state->guard, term_or(t, goes, mine)));
    else
        place_fail(x, term_and(t, x->state->guard, term_not(t, term_or(t, goes, mine))),
                   ERR_BLOCKED_ATOMIC);
    lock_take(x, i, address, &lock, NO_TERM);
}

static void release(Model *x, const Instr *i, Sym address)
{
    Terms *t = &x->terms;
    bool shared = i->flags & FLAG_SHARED;
    Lock lock = lock_read(x, i, address);
    Term mine = shared ? is_reader(x, &lock) : term_eq(t, lock.owner, lock.self);
    Term rest = term_bits(t, TERM_BITS_AND, lock.readers,
                          term_bits(t, TERM_BITS_XOR, lock.bit, sym_word(x, -1, 64)));
    place_fail(x, term_and(t, x->state->guard, term_not(t, mine)), ERR_NOT_HELD);
    place_write(x, i, address, i->offset + (shared ? READERS_OFFSET : 0),
                shared ? readers_type : TYPE_THREAD, sym_number(shared ? rest : sym_word(x, 0, 32)),
                false);
}

Sym lock_instr(void *of, const Instr *i, Sym address)
{
    Model *x = of;
    if (x->thread->id >= 63)
        unroll_limit(x, x->terms.no, "there are many threads");
    turns_before_lock(x, i, address);
    Sym result = {0};
    if (i->op == OP_ACQUIRE)
        acquire(x, i, address);
    else if (i->op == OP_RELEASE)
        release(x, i, address);
    else {
        Lock lock = lock_read(x, i, address);
        Term goes = is_free(x, i, &lock);
        lock_take(x, i, address, &lock, goes);
        result = sym_number(goes);
    }
    turns_after_lock(x, i, address);
    return result;
}

Sym lock_held(void *of, const Instr *i, Sym address, Sym thread)
{
    Model *x = of;
    Terms *t = &x->terms;
    Lock lock = lock_read(x, i, address);
    if (!(i->flags & FLAG_SHARED))
        return sym_number(term_eq(t, lock.owner, thread.t));
    Term me = term_eq(t, thread.t, lock.self);
    unroll_limit(x, me, "another reader of a lock is asked for");
    return sym_number(is_reader(x, &lock));
}
