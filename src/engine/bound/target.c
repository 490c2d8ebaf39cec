/* target.c -- see target.h. */
#include "engine/bound/target.h"

typedef struct Matching {
    const BoundTarget *target;
    const Groups *groups;
    HasTop *has_top;
    void *context;
    uint32_t *player; /* place of the target -> place of the tuple, or PDS_NONE */
    uint32_t *part;   /* the other way round */
    uint8_t *tried;   /* place of the tuple */
} Matching;

/* Finds a player for part p of the target, if need be by giving others another part (Kuhn). */
static bool cast(Matching *m, uint32_t p)
{
    uint32_t top = m->target->tops[m->groups->thread[p]];
    for (uint32_t q = m->groups->begin[p]; q < m->groups->end[p]; q++) {
        if (m->tried[q] || !m->has_top(m->context, q, top))
            continue;
        m->tried[q] = 1;
        if (m->part[q] == PDS_NONE || cast(m, m->part[q])) {
            m->part[q] = p;
            m->player[p] = q;
            return true;
        }
    }
    return false;
}

static bool cast_all(Matching *m)
{
    uint32_t threads = m->groups->threads;
    memset(m->part, 0xff, threads * sizeof *m->part);
    for (uint32_t p = 0; p < threads; p++) {
        memset(m->tried, 0, threads);
        if (!cast(m, p))
            return false;
    }
    for (uint32_t p = 0; p < threads; p++)
        assert(m->part[m->player[p]] == p); /* each plays one part */
    return true;
}

/* A state that is wrong whatever the stacks are. */
static const BoundTarget *find_wrong(const BoundModel *model, const Groups *groups, uint32_t g,
                                     uint32_t *match)
{
    static const BoundTarget anything = {PDS_ANY, NULL};
    if (!model->wrong || !model->wrong(model->context, g))
        return NULL;
    for (uint32_t p = 0; match && p < groups->threads; p++)
        match[p] = groups->thread[p];
    return &anything;
}

const BoundTarget *target_find(const BoundModel *model, const Groups *groups, uint32_t g,
                               HasTop *has_top, void *context, uint32_t *match)
{
    const BoundTarget *found = find_wrong(model, groups, g, match);
    Matching m = {.groups = groups, .has_top = has_top, .context = context};
    for (size_t i = 0; !found && i < model->target_count; i++) {
        m.target = &model->targets[i];
        if (m.target->shared != PDS_ANY && m.target->shared != g)
            continue;
        if (!m.part) {
            m.part = memory_alloc(groups->threads * sizeof *m.part);
            m.player = memory_alloc(groups->threads * sizeof *m.player);
            m.tried = memory_alloc(groups->threads);
        }
        if (!cast_all(&m))
            continue;
        found = m.target;
        for (uint32_t q = 0; match && q < groups->threads; q++)
            match[q] = groups->thread[m.part[q]];
    }
    memory_free(m.part);
    memory_free(m.player);
    memory_free(m.tried);
    return found;
}

/* A top of the thread at a place with which it does not run, one that waits if there is any;
 * PDS_NONE: there is none. */
static uint32_t find_still(const BoundModel *model, uint32_t class, uint32_t g,
                           const uint64_t *tops, size_t count, bool *waits)
{
    uint32_t found = PDS_NONE;
    for (size_t k = 0; k < count; k++) {
        uint32_t status = model->status(model->context, class, g, (uint32_t)tops[k]);
        if (status & STATUS_RUNS)
            continue;
        found = (uint32_t)tops[k];
        if (status & STATUS_WAITS) {
            *waits = true;
            return found;
        }
    }
    return found;
}

bool target_is_stuck(const BoundModel *model, const Groups *groups, uint32_t g, TopsOf *tops_of,
                     void *context, uint32_t *found)
{
    bool waits = false;
    if (!model->status || (model->inside && model->inside(model->context, g)))
        return false;
    for (uint32_t p = 0; p < groups->threads; p++) {
        const uint64_t *tops;
        size_t count = tops_of(context, p, &tops);
        uint32_t top = find_still(model, groups->class[p], g, tops, count, &waits);
        if (top == PDS_NONE)
            return false;
        if (found)
            found[groups->thread[p]] = top;
    }
    uint32_t others = model->others ? model->others(model->context, g) : 0;
    return !(others & STATUS_RUNS) && (waits || (others & STATUS_WAITS));
}

/* Number `k` of the tops at a place; false: there are not so many. */
static bool top_at(TopsOf *tops_of, void *context, uint32_t place, size_t k, uint32_t *top)
{
    const uint64_t *tops;
    bool there = k < tops_of(context, place, &tops);
    if (there)
        *top = (uint32_t)tops[k];
    return there;
}

static bool places_clash(const BoundModel *model, const Groups *groups, uint32_t g, uint32_t p,
                         uint32_t q, TopsOf *tops_of, void *context, uint32_t *tops)
{
    uint32_t classes[] = {groups->class[p], groups -> class[q]};
    for (size_t i = 0; top_at(tops_of, context, p, i, &tops[0]); i++)
        for (size_t j = 0; top_at(tops_of, context, q, j, &tops[1]); j++)
            if (model->clash(model->context, g, classes, tops))
                return true;
    return false;
}

bool target_clashes(const BoundModel *model, const Groups *groups, uint32_t g, TopsOf *tops_of,
                    void *context, uint32_t *found)
{
    uint32_t tops[2];
    if (!model->clash || (model->inside && model->inside(model->context, g)))
        return false;
    for (uint32_t p = 0; p < groups->threads; p++)
        for (uint32_t q = p + 1; q < groups->threads; q++) {
            if (!places_clash(model, groups, g, p, q, tops_of, context, tops))
                continue;
            for (uint32_t o = 0; found && o < groups->threads; o++)
                top_at(tops_of, context, o, 0, &found[groups->thread[o]]);
            if (found) {
                found[groups->thread[p]] = tops[0];
                found[groups->thread[q]] = tops[1];
            }
            return true;
        }
    return false;
}
