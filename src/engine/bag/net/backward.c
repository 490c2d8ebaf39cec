/* backward.c -- from the targets back, by minimal demands.
 *
 * K. Sen, M. Viswanathan, "Model checking multithreaded programs with asynchronous atomic methods",
 * CAV 2006, section 4: U_0 = the targets, U_{i+1} = U_i and its predecessors, each an upward-closed
 * set given by its minimal elements.
 *
 *   MIN(U)                    demands, a BagSet in which none is above another    put
 *   MIN(PRE(U))               the least bags before one of its elements           Steps.before
 *   the initial bag is in U   found                                               put
 *   U_{i+1} = U_i             nothing is left to look at                          backward_run
 *
 * A demand that a refutation excludes is left out (refute.h): what cannot be met needs no
 * predecessors.  The order is by turns: the smallest demand, the demand nearest to the initial
 * marking.  Terminates always, since upward-closed sets of bags cannot grow for ever. */
#include "engine/bag/net/backward.h"

/* Most demands are below another one before their turn comes: to refute them can wait until then.
 */
static bool put(Backward *b, uint32_t label, Bag demand)
{
    if (bagset_find_below(&b->demands, demand) != BAG_NONE)
        return true;
    if (refuter_knows(b->refuter, demand)) {
        b->refuted++;
        return true;
    }
    BackwardNode node = {.parent = b->at, .label = label};
    node.value = b->at == BAG_NONE ? 0 : b->nodes.at[b->at].value;
    bagset_remove_above(&b->demands, demand);
    uint32_t id = bagset_add(&b->demands, demand);
    assert(id == b->nodes.len && (b->at == BAG_NONE || b->at < id));
    vec_push(&b->nodes, node);
    if (check_is_due(b->nodes.len))
        bagset_check_antichain(&b->demands);
    if (core_starts_above(b->core, demand)) {
        b->found = id;
        return false;
    }
    heap_push(&b->small, (double)bag_sum(demand), id);
    heap_push(&b->near, node.value, id);
    return true;
}

static bool put_predecessor(void *to, uint32_t label, Bag demand)
{
    Backward *b = to;
    return put(b, label, demand) && bagset_has(&b->demands, b->at);
}

void backward_begin(Backward *b, const Core *core, Steps *steps, Refuter *refuter)
{
    *b = (Backward){.core = core, .steps = steps, .refuter = refuter, .at = BAG_NONE};
    b->found = BAG_NONE;
    bagset_begin(&b->demands, steps->places);
    vec_each (CoreTarget, target, &core->targets)
        if (b->found == BAG_NONE && !target->refuted)
            put(b, target->number, core_target(core, target));
}

void backward_free(Backward *b)
{
    bagset_free(&b->demands);
    vec_free(&b->nodes);
    vec_free(&b->small);
    vec_free(&b->near);
    vec_free(&b->items);
}

/* Linear programs are dear: where they seldom refute they are seldom asked. */
static bool worth_trying(Backward *b)
{
    b->chances++;
    return b->chances < 64 || b->gains * 16 > b->tries || b->chances % 64 == 0;
}

/* Whether the demand can be left out for good. */
static bool refuted(Backward *b, uint32_t id)
{
    BackwardNode *node = &b->nodes.at[id];
    double value;
    Bag demand = bagset_get(&b->demands, id);
    if (node->tried)
        return false;
    node->tried = true;
    if (!refuter_knows(b->refuter, demand)) {
        if (!worth_trying(b))
            return false;
        b->tries++;
        if (!refuter_try(b->refuter, demand, &value)) {
            node->value = (float)value;
            return false;
        }
        b->gains++;
    }
    b->refuted++;
    bagset_remove(&b->demands, id);
    return true;
}

/* The next demand that is still there and has not been looked at; BAG_NONE: none is. */
static uint32_t take(Backward *b)
{
    for (;;) {
        b->turn = !b->turn;
        Heap *heap = b->turn ? &b->small : &b->near;
        if (!heap->len)
            return BAG_NONE; /* everything is in both */
        double key = heap->at[0].key;
        uint32_t id = heap_pop(heap);
        if (!bagset_has(&b->demands, id) || b->nodes.at[id].done || refuted(b, id))
            continue;
        if (heap == &b->small || b->nodes.at[id].value <= key)
            return id;
        heap_push(heap, b->nodes.at[id].value, id); /* farther than it seemed */
    }
}

uint64_t backward_work(const Backward *b)
{
    return b->steps->work + b->demands.looked + b->refuter->work;
}

static bool is_below(void *to, uint32_t label, Bag demand)
{
    Backward *b = to;
    (void)label;
    assert(bagset_find_below(&b->demands, demand) != BAG_NONE || refuter_knows(b->refuter, demand));
    return true;
}

/* A walker, see base/check.h: U is closed under predecessors, but for what is refuted. */
static void check_closed(Backward *b)
{
    uint64_t work = b->steps->work, looked = b->demands.looked, tried = b->refuter->work;
    bool overflow = b->steps->overflow;
    for (uint32_t id = 0; id < b->nodes.len; id++) {
        assert(!bagset_has(&b->demands, id) || b->nodes.at[id].done);
        items_copy(&b->items, bagset_get(&b->demands, id));
        if (bagset_has(&b->demands, id))
            b->steps->before(b->steps->self, bag_of(&b->items), is_below, b);
    }
    bagset_check_antichain(&b->demands);
    b->steps->work = work; /* as if nobody had looked */
    b->demands.looked = looked;
    b->refuter->work = tried;
    b->steps->overflow = overflow;
}

Progress backward_run(Backward *b, uint64_t work)
{
    uint64_t end = backward_work(b) + work;
    while (b->found == BAG_NONE) {
        if (backward_work(b) >= end)
            return PROGRESS_RUNNING;
        b->at = take(b);
        assert(b->at == BAG_NONE || !b->nodes.at[b->at].done);
        if (b->at == BAG_NONE && HARD_CHECKS)
            check_closed(b);
        if (b->at == BAG_NONE)
            return b->steps->overflow ? PROGRESS_STUCK : PROGRESS_CLOSED;
        b->looked++;
        b->nodes.at[b->at].done = true;
        items_copy(&b->items, bagset_get(&b->demands, b->at));
        b->steps->before(b->steps->self, bag_of(&b->items), put_predecessor, b);
    }
    return PROGRESS_FOUND;
}

void backward_trace(const Backward *b, Labels *labels)
{
    labels->len = 0;
    assert(b->found < b->nodes.len);
    for (uint32_t id = b->found; b->nodes.at[id].parent != BAG_NONE; id = b->nodes.at[id].parent)
        vec_push(labels, b->nodes.at[id].label);
}
