/* trace.c -- see trace.h.
 *
 * From each place of the run it is known what the rest of it needs.  Where the tokens are enough
 * for a later rest, everything between is left out (skip_detours).  Then pieces are left out by
 * trial, large ones first (drop_pieces). */
#include "engine/bag/net/trace.h"

enum { MOST_WORK = 100000000 }; /* transitions fired, and rests of the run compared */

typedef struct Shorten {
    const Core *core;
    Labels *labels;
    int64_t *marking; /* scratch, by place */
    bool too_many;    /* the run needs more tokens than can be counted */
    Items needs;
    VEC(size_t) need_first; /* by place in the run, and one more: first of what the rest needs */
    Labels *filed; /* by place: rests of the run that need tokens there, the shortest first */
    size_t always; /* the shortest rest that needs nothing */
    size_t work;
} Shorten;

static void start(Shorten *s)
{
    for (uint32_t p = 0; p < s->core->places; p++)
        s->marking[p] = s->core->init[p];
}

static bool fire(Shorten *s, uint32_t t)
{
    const Arc *arc = s->core->arcs.at + s->core->arc_first[t];
    const Arc *end = s->core->arcs.at + s->core->arc_first[t + 1];
    for (const Arc *a = arc; a < end; a++)
        if (s->marking[a->place] < a->need)
            return false;
    for (; arc < end; arc++)
        s->marking[arc->place] += arc->change;
    return true;
}

static bool has(const Shorten *s, Bag bag)
{
    for (uint32_t i = 0; i < bag.len; i++)
        if (s->marking[bag.at[i].place] < bag.at[i].count)
            return false;
    return true;
}

/* The target that the marking covers, or NULL. */
static const CoreTarget *covered(const Shorten *s)
{
    vec_each (CoreTarget, target, &s->core->targets)
        if (has(s, core_target(s->core, target)))
            return target;
    return NULL;
}

/* Fires all but those from `skip` on, `size` of them. */
static bool run_covers(Shorten *s, size_t skip, size_t size)
{
    start(s);
    for (size_t i = 0; i < s->labels->len; i++)
        if ((i < skip || i >= skip + size) && !fire(s, s->labels->at[i]))
            return false;
    return covered(s) != NULL;
}

static void push_needs(Shorten *s)
{
    vec_push(&s->need_first, s->needs.len);
    for (uint32_t p = 0; p < s->core->places; p++)
        if (s->marking[p] > 0) {
            s->too_many |= s->marking[p] > COUNT_MOST;
            vec_push(&s->needs, ((Item){p, (uint32_t)s->marking[p]}));
        }
}

/* From the end to the beginning: need_first counts from the end too. */
static void find_needs(Shorten *s, Bag target)
{
    const Core *core = s->core;
    s->needs.len = s->need_first.len = 0;
    memset(s->marking, 0, core->places * sizeof *s->marking);
    for (uint32_t i = 0; i < target.len; i++)
        s->marking[target.at[i].place] = target.at[i].count;
    push_needs(s);
    for (size_t i = s->labels->len; i-- > 0;) {
        uint32_t t = s->labels->at[i];
        for (size_t k = core->arc_first[t]; k < core->arc_first[t + 1]; k++) {
            const Arc *arc = &core->arcs.at[k];
            int64_t rest = s->marking[arc->place] - arc->change;
            s->marking[arc->place] = rest > arc->need ? rest : arc->need;
        }
        push_needs(s);
    }
    vec_push(&s->need_first, s->needs.len);
}

/* What the run needs when `left` of its transitions are still to fire. */
static Bag needs(const Shorten *s, size_t left)
{
    assert(left + 1 < s->need_first.len);
    size_t first = s->need_first.at[left];
    return (Bag){s->needs.at + first, (uint32_t)(s->need_first.at[left + 1] - first)};
}

/* Files each rest under that place of its needs which the fewest rests need. */
static void file_rests(Shorten *s)
{
    const Core *core = s->core;
    size_t *users = memory_alloc(core->places * sizeof *users);
    vec_each (Item, item, &s->needs)
        users[item->place]++;
    for (uint32_t p = 0; p < core->places; p++)
        s->filed[p].len = 0;
    s->always = SIZE_MAX;
    for (size_t rest = 0; rest <= s->labels->len; rest++) {
        Bag bag = needs(s, rest);
        if (!bag.len) {
            s->always = rest < s->always ? rest : s->always;
            continue;
        }
        uint32_t home = bag.at[0].place;
        for (uint32_t i = 1; i < bag.len; i++)
            if (users[bag.at[i].place] < users[home])
                home = bag.at[i].place;
        vec_push(&s->filed[home], (uint32_t)rest);
    }
    memory_free(users);
}

/* The shortest rest for which the tokens are enough. */
static size_t shortest_rest(Shorten *s, size_t left)
{
    size_t best = s->always < left ? s->always : left;
    for (uint32_t p = 0; p < s->core->places && s->work < MOST_WORK; p++) {
        const uint32_t *rest = s->filed[p].at, *end = rest + s->filed[p].len;
        if (s->marking[p] <= 0)
            continue;
        for (; rest < end && *rest < best && !has(s, needs(s, *rest)); rest++)
            s->work++;
        if (rest < end && *rest < best)
            best = *rest;
    }
    return best;
}

static void skip_detours(Shorten *s)
{
    if (!run_covers(s, 0, 0))
        return;
    find_needs(s, core_target(s->core, covered(s)));
    if (s->too_many)
        return;
    file_rests(s);
    size_t len = s->labels->len, kept = 0, left = len;
    start(s);
    while ((left = shortest_rest(s, left))) {
        uint32_t t = s->labels->at[len - left--];
        fire(s, t);
        s->labels->at[kept++] = t;
    }
    s->labels->len = kept;
    hard_assert(s->work >= MOST_WORK || run_covers(s, 0, 0));
}

static void drop_pieces(Shorten *s)
{
    Labels *labels = s->labels;
    for (size_t size = labels->len / 2 + 1; size; size = size == 1 ? 0 : (size + 1) / 2)
        for (size_t end = labels->len; end && s->work < MOST_WORK; end -= end < size ? end : size) {
            size_t begin = end < size ? 0 : end - size;
            s->work += labels->len;
            if (!run_covers(s, begin, end - begin))
                continue;
            memmove(labels->at + begin, labels->at + end, (labels->len - end) * sizeof *labels->at);
            labels->len -= end - begin;
        }
}

void trace_shorten(const Core *core, Labels *labels)
{
    Shorten s = {.core = core, .labels = labels};
    s.marking = memory_alloc(core->places * sizeof *s.marking);
    s.filed = memory_alloc(core->places * sizeof *s.filed);
    for (size_t before = SIZE_MAX; labels->len < before;) {
        before = labels->len;
        skip_detours(&s);
        drop_pieces(&s);
    }
    for (uint32_t p = 0; p < core->places; p++)
        vec_free(&s.filed[p]);
    memory_free(s.filed);
    memory_free(s.marking);
    vec_free(&s.needs);
    vec_free(&s.need_first);
}
