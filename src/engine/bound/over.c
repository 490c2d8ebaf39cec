/* over.c -- see over.h. */
#include "engine/bound/over.h"

static uint32_t window(Over *over, uint32_t top, uint32_t second)
{
    bool is_new;
    return pairs_add(&over->windows, top, second, &is_new);
}

static uint32_t point(Over *over, uint32_t class, uint32_t symbol)
{
    bool is_new;
    uint32_t id = pairs_add(&over->points, class, symbol, &is_new);
    if (is_new) {
        vec_push(&over->below, PDS_NONE);
        vec_push(&over->exposed, PDS_NONE);
    }
    assert(id < over->below.len);
    return id;
}

/* ---- tuples ---- */

typedef struct Look {
    const Over *over;
    const uint32_t *tuple;
    uint64_t top; /* of the place that was asked for last */
} Look;

static bool has_top(void *context, uint32_t place, uint32_t top)
{
    const Look *look = context;
    return top == PDS_ANY || pairs_left(&look->over->windows, look->tuple[place + 1]) == top;
}

static size_t tops_of(void *context, uint32_t place, const uint64_t **tops)
{
    Look *look = context;
    look->top = pairs_left(&look->over->windows, look->tuple[place + 1]);
    *tops = &look->top;
    return 1;
}

/* The place of the thread that must go on, plus one; 0: there is none. */
static uint32_t *runner(const Over *over, uint32_t *tuple)
{
    return &tuple[over->groups->threads + 1];
}

static void put(Over *over, uint32_t *tuple)
{
    const BoundModel *model = over->domain->model;
    bool is_new;
    assert(*runner(over, tuple) <= over->groups->threads);
    tuples_add(&over->tuples, tuple, &is_new);
    if (!is_new)
        return;
    Look look = {over, tuple, 0};
    if (target_find(model, over->groups, tuple[0], has_top, &look, NULL) ||
        target_is_stuck(model, over->groups, tuple[0], tops_of, &look, NULL) ||
        target_clashes(model, over->groups, tuple[0], tops_of, &look, NULL))
        over->hit = over->done = true;
    if (model->target_count || model->wrong)
        return;
    for (uint32_t p = 1; p <= over->groups->threads; p++)
        tuple[p] = pairs_left(&over->windows, tuple[p]);
    visible_add(&over->visible, tuple);
}

/* The tuple after a thread moved to shared state g and a window. */
static void move(Over *over, uint32_t id, uint32_t place, uint32_t g, uint32_t to)
{
    memcpy(over->scratch, tuples_get(&over->tuples, id),
           over->tuples.width * sizeof *over->scratch);
    const BoundModel *model = over->domain->model;
    over->scratch[0] = g;
    place = groups_replace(over->groups, over->scratch, place, to);
    bool inside = model->inside && model->inside(model->context, g);
    *runner(over, over->scratch) = inside ? place + 1 : 0;
    put(over, over->scratch);
}

/* ---- what lies below a return point ---- */

static void refire(Over *over, uint32_t at, uint32_t symbol)
{
    uint32_t top = pairs_right(&over->points, at);
    for (uint32_t k = over->exposed.at[at]; k != PDS_NONE; k = over->pops.at[k].next) {
        Exposed pop = over->pops.at[k];
        move(over, pop.tuple, pop.place, pop.g, window(over, top, symbol));
    }
}

static void note_below(Over *over, uint32_t class, uint32_t symbol, uint32_t below)
{
    uint32_t at = point(over, class, symbol);
    bool is_new;
    pairs_add(&over->noted, at, below, &is_new);
    if (!is_new)
        return;
    vec_push(&over->belows, ((Below){below, over->below.at[at]}));
    over->below.at[at] = (uint32_t)over->belows.len - 1;
    refire(over, at, below);
}

static void expose(Over *over, uint32_t id, uint32_t place, uint32_t g, uint32_t symbol)
{
    uint32_t at = point(over, over->groups->class[place], symbol);
    vec_push(&over->pops, ((Exposed){id, place, g, over->exposed.at[at]}));
    over->exposed.at[at] = (uint32_t)over->pops.len - 1;
    for (uint32_t k = over->below.at[at]; k != PDS_NONE; k = over->belows.at[k].next)
        move(over, id, place, g, window(over, symbol, over->belows.at[k].symbol));
}

/* ---- the search ---- */

static void apply(Over *over, uint32_t id, uint32_t place, PdsRule rule)
{
    uint32_t second = pairs_right(&over->windows, tuples_get(&over->tuples, id)[place + 1]);
    switch (rule.kind) {
    case PDS_POP:
        if (second == PDS_EMPTY)
            move(over, id, place, rule.to, window(over, PDS_EMPTY, PDS_EMPTY));
        else
            expose(over, id, place, rule.to, second);
        return;
    case PDS_STEP:
        move(over, id, place, rule.to, window(over, rule.top, second));
        return;
    case PDS_PUSH:
        note_below(over, over->groups->class[place], rule.below, second);
        move(over, id, place, rule.to, window(over, rule.top, rule.below));
        return;
    }
}

static void expand(Over *over, uint32_t id)
{
    for (uint32_t place = 0; place < over->groups->threads; place++) {
        const uint32_t *tuple = tuples_get(&over->tuples, id);
        uint32_t top = pairs_left(&over->windows, tuple[place + 1]);
        uint32_t only = tuple[over->groups->threads + 1];
        bool runs = only ? place + 1 == only : !groups_repeats(over->groups, tuple, place);
        if (top == PDS_EMPTY || !runs)
            continue;
        Span span = domain_rules(over->domain, over->groups->class[place], tuple[0], top);
        for (uint32_t i = span.begin; i < span.end && !over->hit; i++)
            apply(over, id, place, over->domain->rules.at[i]);
    }
}

void over_begin(Over *over, Domain *domain, const Groups *groups)
{
    *over = (Over){.domain = domain, .groups = groups};
    over->tuples.width = groups->threads + 2; /* the last one: runner */
    over->scratch = memory_alloc(over->tuples.width * sizeof *over->scratch);
    visible_begin(&over->visible, groups);
    uint32_t *tuple = over->scratch;
    tuple[0] = domain->model->shared;
    for (uint32_t p = 0; p < groups->threads; p++) {
        const PdsWord *stack = &domain->model->stacks[groups->thread[p]];
        for (size_t i = 1; i < stack->len; i++)
            note_below(over, groups->class[p], stack -> at[i],
                       i + 1 < stack -> len ? stack -> at[i + 1] : PDS_EMPTY);
        tuple[p + 1] = window(over, stack->len ? stack->at[0] : PDS_EMPTY,
                              stack->len > 1 ? stack->at[1] : PDS_EMPTY);
    }
    *runner(over, tuple) = 0;
    put(over, tuple);
}

/* A walker, see base/check.h: whatever lies below a return point was brought up by every pop that
 * exposed it. */
static void check_pops(Over *over)
{
    uint32_t count = tuples_count(&over->tuples);
    for (uint32_t at = 0; at < over->below.len; at++)
        for (uint32_t k = over->below.at[at]; k != PDS_NONE; k = over->belows.at[k].next) {
            assert(over->belows.at[k].next == PDS_NONE || over->belows.at[k].next < k);
            refire(over, at, over->belows.at[k].symbol);
        }
    assert(tuples_count(&over->tuples) == count);
    assert(over->belows.len == over->noted.at.len);
}

void over_advance(Over *over, uint64_t tuples)
{
    for (; tuples && !over->done; tuples--) {
        assert(over->next <= tuples_count(&over->tuples));
        if (over->next == tuples_count(&over->tuples)) {
            over->done = true;
            if (HARD_CHECKS)
                check_pops(over);
        } else
            expand(over, over->next++);
    }
}

void over_export(const Over *over, BoundResult *result)
{
    uint32_t threads = over->groups->threads, width = 1 + 2 * threads;
    for (uint32_t id = 0; id < tuples_count(&over->tuples); id++) {
        const uint32_t *tuple = tuples_get(&over->tuples, id);
        size_t at = result->over.len;
        vec_resize(&result->over, at + width);
        result->over.at[at] = tuple[0];
        for (uint32_t p = 0; p < threads; p++) {
            uint32_t *window = result->over.at + at + 1 + 2 * over->groups->thread[p];
            window[0] = pairs_left(&over->windows, tuple[p + 1]);
            window[1] = pairs_right(&over->windows, tuple[p + 1]);
        }
    }
    for (uint32_t id = 0; id < over->noted.at.len; id++) {
        uint32_t at = pairs_left(&over->noted, id);
        vec_push(&result->notes, pairs_left(&over->points, at));
        vec_push(&result->notes, pairs_right(&over->points, at));
        vec_push(&result->notes, pairs_right(&over->noted, id));
    }
}

void over_free(Over *over)
{
    tuples_free(&over->tuples);
    pairs_free(&over->windows);
    pairs_free(&over->points);
    vec_free(&over->below);
    vec_free(&over->exposed);
    vec_free(&over->belows);
    pairs_free(&over->noted);
    vec_free(&over->pops);
    if (over->groups)
        visible_free(&over->visible);
    memory_free(over->scratch);
}
