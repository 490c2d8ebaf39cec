/* cut.c -- forward, with counters cut at c = 1, 2, 3, 4, 8, 16 ...
 *
 * R. Jhala, R. Majumdar, "Interprocedural analysis of asynchronous programs", POPL 2007;
 * G. Geeraerts, J.-F. Raskin, L. Van Begin, "Expand, enlarge and check", 2006.
 *
 *   CUT_DROP   a count above c becomes c: whatever is covered can be covered
 *   CUT_FILL   a count above c becomes OMEGA: whatever is not covered cannot be
 *
 * For each c there are finitely many markings; of those reached only the maximal ones are kept.  If
 * a target can be covered then CUT_DROP finds it at some c; if not then CUT_FILL ends at some c
 * without covering it.  Each raises c on its own. */
#include "engine/bag/net/cut.h"

enum { BEGIN_WORK = 1000 }; /* of beginning anew */

static bool covers_target(const Cut *cut, Bag marking)
{
    vec_each (CoreTarget, target, &cut->core->targets)
        if (!target->refuted && bag_below(core_target(cut->core, target), marking))
            return true;
    return false;
}

/* Small markings last: they are often below others that come later. */
static double urgency(Bag marking)
{
    return -(double)bag_sum(marking);
}

static bool put(void *to, uint32_t label, Bag bag)
{
    Cut *cut = to;
    items_copy(&cut->items, bag);
    vec_each (Item, item, &cut->items)
        if (item->count > cut->c && item->count != OMEGA) {
            item->count = cut->kind == CUT_DROP ? cut->c : OMEGA;
            cut->cut = true;
        }
    vec_each (const Item, item, &cut->items) /* so that there are finitely many */
        hard_assert(item->count <= cut->c || (item->count == OMEGA && cut->kind == CUT_FILL));
    Bag marking = bag_of(&cut->items);
    if (bagset_met(&cut->markings, marking) ||
        bagset_find_above(&cut->markings, marking) != BAG_NONE)
        return true;
    bagset_remove_below(&cut->markings, marking);
    uint32_t id = bagset_add(&cut->markings, marking);
    assert(id == cut->nodes.len && (cut->at == BAG_NONE || cut->at < id));
    vec_push(&cut->nodes, ((CutNode){cut->at, label}));
    if (covers_target(cut, marking)) {
        cut->found = id;
        return false;
    }
    heap_push(&cut->todo, urgency(marking), id);
    return cut->at == BAG_NONE || bagset_has(&cut->markings, cut->at);
}

static void start(Cut *cut)
{
    const Core *core = cut->core;
    Items init = {0};
    for (uint32_t p = 0; p < core->places; p++)
        if (core->init[p])
            vec_push(&init, ((Item){p, core->init[p]}));
    cut->compared += cut->markings.looked + BEGIN_WORK;
    bagset_free(&cut->markings);
    bagset_begin(&cut->markings, core->places);
    cut->markings.lazy = true;
    cut->nodes.len = cut->todo.len = 0;
    cut->at = cut->found = BAG_NONE;
    cut->cut = false;
    put(cut, 0, bag_of(&init));
    vec_free(&init);
}

void cut_begin(Cut *cut, const Core *core, Steps *steps, CutKind kind)
{
    *cut = (Cut){.core = core, .steps = steps, .kind = kind, .c = 1};
    start(cut);
}

void cut_free(Cut *cut)
{
    bagset_free(&cut->markings);
    vec_free(&cut->nodes);
    vec_free(&cut->todo);
    vec_free(&cut->items);
    vec_free(&cut->now);
}

static bool exhausted(Cut *cut)
{
    while (cut->todo.len && !bagset_has(&cut->markings, cut->todo.at[0].id))
        heap_pop(&cut->todo);
    return !cut->todo.len;
}

static void expand(Cut *cut)
{
    cut->at = heap_pop(&cut->todo);
    cut->looked++;
    items_copy(&cut->now, bagset_get(&cut->markings, cut->at));
    cut->steps->after(cut->steps->self, bag_of(&cut->now), put, cut);
}

/* Few nets need a large c; those that do need a very large one. */
static uint32_t next_cut(uint32_t c)
{
    assert(c && c < CUT_MOST);
    return c < 4 ? c + 1 : c < CUT_MOST / 2 ? 2 * c : CUT_MOST;
}

/* The search at this c has ended.  What follows for the net. */
static Progress conclude(Cut *cut)
{
    bool covered = cut->found != BAG_NONE;
    assert(covered || !cut->todo.len);
    if (cut->kind == CUT_DROP && covered)
        return PROGRESS_FOUND;
    if (cut->kind == CUT_FILL && !covered)
        return PROGRESS_CLOSED;
    if (!cut->cut) /* nothing was cut: the search was exact, and the other kind will say so */
        return covered ? PROGRESS_FOUND : PROGRESS_CLOSED;
    if (cut->c == CUT_MOST)
        return PROGRESS_STUCK;
    cut->c = next_cut(cut->c);
    start(cut);
    return PROGRESS_RUNNING;
}

uint64_t cut_work(const Cut *cut)
{
    return cut->steps->work + cut->compared + cut->markings.looked;
}

Progress cut_run(Cut *cut, uint64_t work)
{
    Progress progress = PROGRESS_RUNNING;
    uint64_t end = cut_work(cut) + work;
    while (progress == PROGRESS_RUNNING && cut_work(cut) < end) {
        if (cut->found != BAG_NONE || exhausted(cut))
            progress = conclude(cut);
        else
            expand(cut);
    }
    return progress;
}

void cut_trace(const Cut *cut, Labels *labels)
{
    labels->len = 0;
    for (uint32_t id = cut->found; cut->nodes.at[id].parent != BAG_NONE;
         id = cut->nodes.at[id].parent) {
        assert(cut->nodes.at[id].parent < id);
        vec_push(labels, cut->nodes.at[id].label);
    }
    for (size_t i = 0, k = labels->len; i + 1 < k; i++) {
        uint32_t label = labels->at[i];
        labels->at[i] = labels->at[--k];
        labels->at[k] = label;
    }
}
