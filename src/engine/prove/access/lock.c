/* lock.c -- taking locks and giving them back: mutexes and reader-writer locks.  Of the running
 * thread; what others do is in access.c. */
#include "engine/prove/access/lock.h"

#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"
#include "engine/prove/step/step.h"

/* The path says that the cell holds this value: memory may say it, too, which makes many terms
 * equal that the solver would have to compare. */
static void know_value(Attempt *f, State *s, Location at, Term value)
{
    size_t bytes = f->prover->cells.len * sizeof *s->now;
    bool same = s->now[at.cell].ix == s->old[at.cell].ix;
    Term *now = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    Term *old = memcpy(arena_alloc(&f->arena, bytes + 1), s->old, bytes);
    cell_write(f, now, at, value);
    if (same)
        old[at.cell] = now[at.cell];
    s->now = now;
    s->old = old;
}

/* An attempt may fail at any time, for no reason: that others hold the lock is not looked at, so it
 * is no touch if it fails. */
static Term try_lock(Attempt *f, State *s, Location at, uint32_t code, Term goes)
{
    assert(f->flat.code.at[code].instr->op == OP_TRYACQUIRE);
    Terms *terms = &f->terms;
    Term path = s->path, done = term_and(terms, goes, fresh_term(f, "tried", SORT_BOOL));
    state_assume(f, s, done);
    touch_place(f, s, at, true, code);
    s->path = path;
    return done;
}

/* The thread must hold what it releases; for performs, the other check has proved it. */
static void must_hold(Attempt *f, State *s, Location at, Term holds, uint32_t code)
{
    if (f->abs)
        state_assume(f, s, holds);
    else
        oblige(f, s, OBLIGE_HELD, holds, code, at.cell, "");
}

static Term do_mutex(Attempt *f, State *s, Location at, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    Terms *terms = &f->terms;
    assert(f->prover->cells.at[at.cell].part == PART_OWNER && !rwlock_is(f->prover, at.cell));
    Term free = term_number(terms, 0);
    Term owner = cell_read(f, s->now, at), is_free = term_eq(terms, owner, free);
    Term value = i->op == OP_RELEASE ? free : f->tid, done = term_bool(terms, true);
    if (i->op == OP_ACQUIRE) {
        step_wait(f, s, is_free);
        know_value(f, s, at, free);
    }
    if (i->op == OP_TRYACQUIRE) {
        done = try_lock(f, s, at, code, is_free);
        value = term_ite(terms, done, f->tid, owner);
    } else
        touch_place(f, s, at, true, code);
    if (i->op == OP_RELEASE)
        must_hold(f, s, at, term_eq(terms, owner, f->tid), code);
    step_write(f, s, at, value, code);
    return done;
}

/* In C a thread may read-lock again what it has read-locked.  A method that does is not judged;
 * that the caller has not done it is assumed. */
static void read_once(Attempt *f, State *s, Location at, uint32_t code)
{
    Term now = rwlock_reads(f, s->now, at, f->tid), start = rwlock_reads(f, f->start, at, f->tid);
    Term once = term_implies(&f->terms, now, start);
    if (f->abs)
        state_assume(f, s, once); /* proved by the other check */
    else
        oblige(f, s, OBLIGE_LIMIT, once, code, at.cell,
               "there is no proof yet for a thread that read-locks again what it has read-locked");
}

static Term do_rwlock(Attempt *f, State *s, Location at, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    const Prover *p = f->prover;
    Term *before = s->now, done = term_bool(&f->terms, true);
    bool shared = i->flags & FLAG_SHARED;
    Location part = rwlock_part(p, at, shared ? PART_READERS : PART_OWNER);
    assert(rwlock_is(p, at.cell));
    remember_place(f, at);
    state_assume(f, s, rwlock_invariant(f, s->now, at, f->tid, f->tid));
    if (p->storage->reads_again && shared && i->op != OP_RELEASE)
        read_once(f, s, at, code);
    Term goes = rwlock_goes(f, s->now, at, i, f->tid);
    if (i->op == OP_ACQUIRE)
        step_wait(f, s, goes);
    if (i->op == OP_TRYACQUIRE)
        done = try_lock(f, s, part, code, goes);
    else
        touch_place(f, s, part, true, code);
    if (i->op == OP_RELEASE)
        must_hold(f, s, at, goes, code);
    s->now = arena_array(&f->arena, Term, p->cells.len + 1);
    memcpy(s->now, before, p->cells.len * sizeof *before);
    rwlock_change(f, s->now, at, i, f->tid);
    for (uint32_t c = 0; c < p->cells.len; c++)
        s->now[c] = term_ite(&f->terms, done, s->now[c], before[c]);
    access_check_write(f, s, before, at, code);
    if (!shared)
        touch_note(f, s, at, true, cell_read(f, s->now, at), code);
    return done;
}

Term lock_step(Attempt *f, State *s, uint32_t code, Sym address)
{
    Location at;
    step_settle(f, s, code);
    if (!step_place(f, s, code, address, &at))
        return term_bool(&f->terms, true);
    order_note(f, s, code, at);
    if (f->flat.code.at[code].instr->op != OP_RELEASE)
        invariant_name(f, s, at);
    if (f->prover->cells.at[at.cell].part != PART_OWNER)
        give_up(f, code,
                "this lock is also changed by assignments: use the functions of its library");
    else
        return rwlock_is(f->prover, at.cell) ? do_rwlock(f, s, at, code) : do_mutex(f, s, at, code);
    return term_bool(&f->terms, true);
}

Term lock_ask(Attempt *f, State *s, uint32_t code, Sym address, Term thread)
{
    const Instr *i = f->flat.code.at[code].instr;
    bool shared = i->flags & FLAG_SHARED;
    Location at;
    step_settle(f, s, code);
    if (!step_place(f, s, code, address, &at))
        return term_bool(&f->terms, true);
    if (f->prover->cells.at[at.cell].part != PART_OWNER)
        give_up(f, code,
                "this lock is also changed by assignments: use the functions of its library");
    bool own = thread.ix == f->tid.ix; /* whether others read, others decide */
    Location part = shared ? rwlock_part(f->prover, at, own ? PART_READERS : PART_COUNT) : at;
    if (shared && own)
        remember_place(f, part); /* no other thread can change it, or see that it is read */
    else
        touch_place(f, s, part, false, code);
    return shared ? rwlock_reads(f, s->now, at, thread)
                  : term_eq(&f->terms, cell_read(f, s->now, at), thread);
}
