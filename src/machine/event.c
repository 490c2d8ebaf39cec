/* event.c -- calls of a library by its client (linear/linear.h).
 *
 * The monitor is a number in a cell of the program that nothing else touches, so that it is a part
 * of the state.  It is read and written at once in every memory model, and puts no threads in order.
 *
 * Which calls are in order?  In sequentially consistent memory those of which one returns before the
 * other begins.  In rc11 and c11 there is no such time: those of which the return happens before the
 * begin, by the synchronisation of the library itself.  (A client that synchronises by other means
 * would put more calls in order.)
 *
 * Movers: the begin of a call moves to the right, its return to the left.  Not because the state
 * after both orders is the same; but the other order is stricter.  A begin that comes later, a
 * return that comes sooner put more calls in order, so that whoever explains the calls then
 * explains them in the first order, too: a run in which they cannot be explained stays one. */
#include "linear/linear.h"
#include "machine/memory.h"

enum { CELL = 4 };                               /* bytes of the monitor */
static const Instr at_pointer = {.op = OP_LOAD}; /* an access without an offset */

static bool touch(Machine *m, const Instr *i, TouchKind kind)
{
    uint64_t pointer = get(m, i->a);
    return run_touch(m, i,
                     &(Touch){.kind = kind,
                              .object = (uint32_t)(pointer >> 32),
                              .offset = (int32_t)(uint32_t)pointer,
                              .bytes = CELL,
                              .write = true,
                              .atomic = true});
}

/* The words of a call or a result: its text stands for the function.  0: the run has failed. */
static LabelId find_label(Machine *m, const Instr *i, uint32_t thread)
{
    enum { MOST = 64, MOST_LABELS = 1 << 24 };
    const List *list = &m->program->lists.at[i->list];
    uint64_t words[MOST] = {linear_head(thread, i->other)};
    LabelId label = 0;
    for (uint32_t k = 1; k < list->len && k < MOST; k++)
        words[k] = get(m, list->at[k]);
    if (list->len <= MOST)
        label = linear_label(m->program->linear, words, list->len);
    if (label && label < MOST_LABELS)
        return label;
    run_fail(m, ERR_INTERNAL_LIMIT, "the calls of the client have too many arguments or results");
    return 0;
}

static void fail_result(Machine *m, const Instr *i)
{
    const char *text = m->options.record ? describe_format(m, m->program->strings.at[i->other],
                                                           &m->program->lists.at[i->list])
                                         : "";
    run_fail(m, ERR_LINEAR,
             "not linearizable: no order of the calls, one at a time, explains that the last one "
             "returns%s%s",
             *text ? " " : "", text);
}

/* In weak memory a call comes before another one if its return happens before the begin of that: a
 * return leaves a mark, a byte for each call, in the variable of the client. */
static uint64_t mark_of(const Linear *x, uint32_t call)
{
    return x->cell + CELL + call;
}

static CallSet calls_before(Machine *m, uint32_t monitor)
{
    const Linear *x = m->program->linear;
    CallSet ended = linear_ended(x, monitor), before = 0;
    for (uint32_t call = 0; call < LINEAR_THREADS * LINEAR_CALLS; call++)
        if (ended >> call & 1 && m->model->knows(m, mark_of(x, call)))
            before |= (CallSet)1 << call;
    return before;
}

static bool follow_weak(Machine *m, const Instr *i, uint32_t thread, uint64_t *monitor)
{
    Linear *x = m->program->linear;
    LabelId label = find_label(m, i, thread);
    uint32_t number = linear_next_call(x, (uint32_t)*monitor, thread);
    if (!label)
        return false;
    if (number >= LINEAR_CALLS * (thread + 1)) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "in weak memory a thread of the client makes at most %d "
                 "calls",
                 LINEAR_CALLS);
        return false;
    }
    if (i->offset == STEP_CALL) {
        *monitor = linear_begin_ordered(x, (uint32_t)*monitor, thread, label,
                                        calls_before(m, (uint32_t)*monitor));
        return true;
    }
    m->model->mark(m, mark_of(x, number));
    *monitor = linear_end_ordered(x, (uint32_t)*monitor, thread, label);
    if (!*monitor)
        fail_result(m, i);
    return *monitor && m->status == RUNNING;
}

/* While the specification is made one call is open at most: a client whose events are not pairs is
 * told here, before any run is judged. */
static bool is_paired(Machine *m, const Instr *i, uint32_t recorded)
{
    if ((recorded != 0) == (i->offset == STEP_RETURN))
        return true;
    run_fail(m, ERR_INTERNAL_LIMIT, "%s: each thread of a client tells of one call at a time",
             i->offset == STEP_CALL ? "heddle_call while a call is open"
                                    : "heddle_return without heddle_call");
    return false;
}

/* The monitor after the event; false: the run has failed. */
static bool follow(Machine *m, const Instr *i, uint32_t thread, uint64_t *monitor)
{
    Linear *x = m->program->linear;
    if (m->model)
        return follow_weak(m, i, thread, monitor);
    LabelId label = find_label(m, i, thread);
    if (!label || (x->records && !is_paired(m, i, (uint32_t)*monitor)))
        return false;
    if (i->offset == STEP_CALL) {
        *monitor = x->records ? linear_record_call(x, label)
                              : linear_call(x, (uint32_t)*monitor, thread, label);
        return true;
    }
    *monitor = x->records ? linear_record_return(x, (uint32_t)*monitor, label)
                          : linear_return(x, (uint32_t)*monitor, thread, label);
    if (!*monitor)
        fail_result(m, i);
    return *monitor != 0;
}

void do_EVENT(Machine *m, const Instr *i)
{
    const List *list = &m->program->lists.at[i->list];
    Linear *x = m->program->linear;
    uint64_t thread = list->len ? get(m, list->at[0]) : 0, monitor, pointer = get(m, i->a);
    m->regs[i->dst] = 1;
    if (!x || (thread >= x->threads && (i->offset == STEP_MORE || x->unjudged)))
        return;
    if (thread >= x->threads) {
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "a thread of the client gives heddle_call a number that --client has not: they are "
            "counted from 0");
        return;
    }
    if (i->offset == STEP_MORE) {
        m->regs[i->dst] = list->len > 1 && get(m, list->at[1]) < x->calls[thread];
        return;
    }
    if (x->unjudged) {
        if (m->options.record)
            describe_event(m, i, (uint32_t)thread);
        return;
    }
    x->cell = pointer;
    if (!object_follow(m, &at_pointer, pointer, CELL + LINEAR_THREADS * LINEAR_CALLS) ||
        !machine_peek(m, (uint32_t)(pointer >> 32), (int32_t)pointer, TYPE_U32, &monitor) ||
        !touch(m, i, i->offset == STEP_CALL ? TOUCH_CALL : TOUCH_RETURN))
        return;
    m->result.shows = true;
    if (m->options.record)
        describe_event(m, i, (uint32_t)thread);
    if (follow(m, i, (uint32_t)thread, &monitor))
        memcpy(memory_change(m, (uint32_t)(pointer >> 32)) + (uint32_t)pointer, &monitor, CELL);
}

uint32_t machine_monitor(Machine *m, GlobalId g)
{
    const Linear *x = m->program->linear;
    uint64_t monitor = 0;
    if (!x || !x->cell)
        return MONITOR_START;
    store_load(m, g);
    machine_peek(m, (uint32_t)(x->cell >> 32), (int32_t)x->cell, TYPE_U32, &monitor);
    store_undo(m);
    return (uint32_t)monitor;
}

GlobalId machine_set_monitor(Machine *m, GlobalId g, uint32_t monitor)
{
    const Linear *x = m->program->linear;
    return x && x->cell ? machine_poke(m, g, x->cell, CELL, monitor) : g;
}

bool machine_may_wait(Machine *m, GlobalId g)
{
    Linear *x = m->program->linear;
    if (!x || x->records || x->unjudged)
        return false;
    uint32_t monitor = machine_monitor(m, g);
    return m->model ? linear_may_wait_ordered(x, monitor) : linear_may_wait(x, monitor);
}
