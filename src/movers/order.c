/* order.c -- locks that are taken in an order: their acquires need not begin transactions.
 *
 * Where deadlocks or hangs are asked for an action that may wait is the first of its transaction
 * (waits_first), so that the states in which threads hold some locks and wait for others are there.  Of
 * a library whose calls take a lock, work, and give it back, that makes states for all that calls may be
 * begun with.  A search is *orderly* if it has no such points before acquires of plain mutexes, until
 *
 *   (1) a thread has to wait for a mutex after something that is no both mover, before its commit, or
 *   (2) of the mutexes that transactions from one state take while they have others, some are taken in a
 *       circle: the last before the first.
 *
 * Then it begins again, and is orderly no more.  Why there is no deadlock and no hang if neither happens:
 * let D be a state of the program, w the whole transactions that lead to it, P(t) what thread t has done
 * since in a transaction that it has not committed.  These are right movers, so that D' behind w is a
 * state of the search, from which each t can do P(t) alone; there they are tried.
 *
 *   Let t wait in D, behind a P(t) that is not only both movers.  It waits for a mutex M: before other
 *   waits there is a point.  M is free in D', or (1).  So it belongs to a thread u by its P(u).  If u can
 *   go on let it, up to the end of its transaction, or until it waits.  If it waits, then for a mutex N,
 *   behind a P(u) that has M; from D' it takes N, or (1), while it has M.  So N comes after M.
 *   The same holds for N; there are finitely many threads: a circle of mutexes, (2), all of them by
 *   transactions from one state D'.  Or somebody goes on to the end of his transaction, and no longer has
 *   what he had taken in it, or has it at a point: then (1).
 *
 *   So each thread can go on to the end of its transaction, as the proof for hangs asks (doc/theory.md,
 *   "No hang is missed"); and in a deadlock, where none can, all P(t) are both movers, and D' is a deadlock
 *   of the search.
 *
 * All threads must be tried from D', so that there are no persistent sets in an orderly search.  Locks that
 * programs write themselves have rules of their own: a search that knows one is not orderly. */
#include "movers/movers.h"

#include "base/log.h"

void order_begin(Movers *v)
{
    vec_resize(&v->order.mutex, v->program->code.len);
    vec_each (Instr, i, &v->program->code) {
        bool mutex = i->op == OP_ACQUIRE && !(i->flags & FLAG_RW);
        if (mutex)
            v->order.mutex.at[i->target] = v->order.on = true;
    }
    vec_each (Instr, i, &v->program->code)
        if (op_info[i->op].blocks && (i->op != OP_ACQUIRE || i->flags & FLAG_RW))
            v->order.mutex.at[i->target] = false;
}

void order_end(Movers *v)
{
    vec_free(&v->order.mutex);
    vec_free(&v->order.held);
    vec_free(&v->order.pairs);
}

void order_lose(Movers *v, const char *why)
{
    if (!v->order.on)
        return;
    v->order.on = false;
    v->broken = true;
    LOG(REDUCTION, "acquires may begin transactions from now on: %s", why);
}

void order_open(Movers *v)
{
    v->order.pairs.len = 0;
}

/* Is there a way from one to the other?  Pairs are few. */
static bool comes_before(const LockOrder *order, uint64_t first, uint64_t last, size_t most)
{
    if (first == last)
        return true;
    for (size_t k = 0; k < order->pairs.len && most; k++)
        if (order->pairs.at[k].before == first &&
            comes_before(order, order->pairs.at[k].after, last, most - 1))
            return true;
    return false;
}

static bool is_known(const LockOrder *order, LockPair pair)
{
    for (size_t k = 0; k < order->pairs.len; k++)
        if (order->pairs.at[k].before == pair.before && order->pairs.at[k].after == pair.after)
            return true;
    return false;
}

void order_take(Movers *v, const Touch *touch)
{
    enum { MOST_PAIRS = 64 };
    LockOrder *order = &v->order;
    uint64_t lock = (uint64_t)touch->object << 32 | (uint32_t)touch->offset;
    vec_each (uint64_t, held, &order->held) {
        LockPair pair = {*held, lock};
        if (is_known(order, pair))
            continue;
        if (order->pairs.len == MOST_PAIRS ||
            comes_before(order, lock, *held, order->pairs.len + 1)) {
            order_lose(v, "locks are taken in a circle");
            return;
        }
        vec_push(&order->pairs, pair);
    }
    vec_push(&order->held, lock);
}
