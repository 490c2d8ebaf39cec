/* order.c -- calls that are in order by happens-before only; see linear.h.
 *
 * In weak memory a call that has returned need not be known to a call that begins later: that one may
 * take effect first.  So nothing can be said before all calls have returned, and a monitor is the
 * whole history.  Each call takes three words, in the order of their numbers:
 *
 *   its number    call << 32 | result, 0: it is open    the calls that happen before it
 *
 * When no call is open, and so the run is one of a client with these calls and no others, an order is
 * looked for by trying (Wing and Gong, "Testing and verifying concurrent objects", 1993): a call may
 * take effect next if all that happen before it have; a set of calls and a node of the specification
 * are tried once. */
#include "linear/linear.h"

#include "base/check.h"

enum { NUMBER, LABELS, BEFORE, WORDS };

static uint32_t count_calls(const Linear *x, uint32_t monitor)
{
    return monitor ? records_len(&x->monitors, monitor) / WORDS : 0;
}

static const uint64_t *call_at(const Linear *x, uint32_t monitor, uint32_t k)
{
    return records_get(&x->monitors, monitor) + (size_t)WORDS * k;
}

uint32_t linear_next_call(const Linear *x, uint32_t monitor, uint32_t thread)
{
    uint32_t number = LINEAR_CALLS * thread;
    for (uint32_t k = 0; k < count_calls(x, monitor); k++) {
        const uint64_t *call = call_at(x, monitor, k);
        number += call[NUMBER] / LINEAR_CALLS == thread && (uint32_t)call[LABELS];
    }
    return number;
}

CallSet linear_ended(const Linear *x, uint32_t monitor)
{
    CallSet ended = 0;
    for (uint32_t k = 0; k < count_calls(x, monitor); k++)
        if ((uint32_t)call_at(x, monitor, k)[LABELS])
            ended |= (CallSet)1 << call_at(x, monitor, k)[NUMBER];
    return ended;
}

static void load(Linear *x, uint32_t monitor)
{
    x->scratch.len = 0;
    vec_resize(&x->scratch, (size_t)WORDS * count_calls(x, monitor));
    if (x->scratch.len)
        memcpy(x->scratch.at, records_get(&x->monitors, monitor),
               x->scratch.len * sizeof(uint64_t));
}

uint32_t linear_begin_ordered(Linear *x, uint32_t monitor, uint32_t thread, LabelId call,
                              CallSet before)
{
    uint64_t number = linear_next_call(x, monitor, thread);
    size_t place = 0;
    load(x, monitor);
    while (place < x->scratch.len && x->scratch.at[place] < number)
        place += WORDS;
    vec_resize(&x->scratch, x->scratch.len + WORDS);
    memmove(x->scratch.at + place + WORDS, x->scratch.at + place,
            (x->scratch.len - WORDS - place) * sizeof(uint64_t));
    x->scratch.at[place + NUMBER] = number;
    x->scratch.at[place + LABELS] = (uint64_t)call << 32;
    x->scratch.at[place + BEFORE] = before;
    return records_add(&x->monitors, x->scratch.at, x->scratch.len);
}

/* ---- an order ---- */

/* The calls in `scratch`; those in `done` have taken effect, and lead to the node.  Then the others
 * of `all` do; and then, if there is one, the call `waits` does not return. */
static bool explain(Linear *x, CallSet all, CallSet done, uint32_t node, const uint64_t *waits)
{
    bool is_new;
    uint32_t set = pairs_add(&x->sets, (uint32_t)(done >> 32), (uint32_t)done, &is_new);
    pairs_add(&x->tried, set, node, &is_new);
    if (!is_new)
        return false;
    if (done == all && !waits)
        return true;
    for (size_t e = 0; e < x->nodes.at[node].edges.len; e++) {
        SpecEdge edge = x->nodes.at[node].edges.at[e];
        if (edge.result == LABEL_WAITS) {
            if (waits && done == all && edge.thread == waits[NUMBER] / LINEAR_CALLS &&
                edge.call == waits[LABELS] >> 32)
                return true;
            continue;
        }
        for (size_t k = 0; k < x->scratch.len; k += WORDS) {
            const uint64_t *call = &x->scratch.at[k];
            CallSet bit = (CallSet)1 << call[NUMBER];
            if (!(all & bit) || done & bit || call[BEFORE] & all & ~done ||
                edge.thread != call[NUMBER] / LINEAR_CALLS ||
                call[LABELS] != ((uint64_t)edge.call << 32 | edge.result))
                continue;
            if (explain(x, all, done | bit, edge.to, waits))
                return true;
        }
    }
    return false;
}

static bool has_order(Linear *x, CallSet all, const uint64_t *waits)
{
    pairs_free(&x->tried);
    x->tried = (Pairs){0};
    return explain(x, all, 0, x->nodes.at[0].same, waits);
}

uint32_t linear_end_ordered(Linear *x, uint32_t monitor, uint32_t thread, LabelId result)
{
    uint64_t number = linear_next_call(x, monitor, thread);
    bool open = false;
    load(x, monitor);
    for (size_t k = 0; k < x->scratch.len; k += WORDS) {
        if (x->scratch.at[k + NUMBER] == number)
            x->scratch.at[k + LABELS] |= result;
        open |= !(uint32_t)x->scratch.at[k + LABELS];
    }
    uint32_t after = records_add(&x->monitors, x->scratch.at, x->scratch.len);
    while (x->after_return.len <= after) /* here by monitor: 1: explained, 2: not */
        vec_push(&x->after_return, 0);
    if (!open && !x->after_return.at[after])
        x->after_return.at[after] = has_order(x, linear_ended(x, after), NULL) ? 1 : 2;
    return x->after_return.at[after] == 2 ? 0 : after;
}

bool linear_may_wait_ordered(Linear *x, uint32_t monitor)
{
    load(x, monitor);
    CallSet ended = linear_ended(x, monitor);
    bool open = false;
    for (size_t k = 0; k < x->scratch.len; k += WORDS) {
        if ((uint32_t)x->scratch.at[k + LABELS])
            continue;
        open = true;
        if (!has_order(x, ended, &x->scratch.at[k]))
            return false;
    }
    return open;
}
