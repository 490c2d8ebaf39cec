/* visible.c -- see visible.h. */
#include "engine/bound/visible.h"

void visible_begin(Visible *visible, const Groups *groups)
{
    size_t bytes = (groups->threads + 1) * sizeof(uint32_t);
    *visible = (Visible){.groups = groups};
    visible->tuples.width = visible->products.width = groups->threads + 1;
    visible->tops = memory_alloc(bytes);
    visible->sets = memory_alloc(bytes);
    visible->index = memory_alloc(bytes);
}

void visible_free(Visible *visible)
{
    tuples_free(&visible->tuples);
    tuples_free(&visible->products);
    memory_free(visible->tops);
    memory_free(visible->sets);
    memory_free(visible->index);
}

void visible_add(Visible *visible, uint32_t *tuple)
{
    bool is_new;
    groups_sort(visible->groups, tuple);
    tuples_add(&visible->tuples, tuple, &is_new);
    if (!is_new)
        return;
    uint64_t orbit = groups_orbit(visible->groups, tuple);
    visible->count = visible->count > UINT64_MAX - orbit ? UINT64_MAX : visible->count + orbit;
}

/* The next choice of tops: the last place that can still go up does, those behind it begin anew.
 * Interchangeable threads with the same set take their tops in order. */
static bool next_choice(Visible *visible, const Domain *domain)
{
    const Groups *groups = visible->groups;
    uint32_t place = groups->threads;
    while (place-- > 0) {
        uint32_t len = records_len(&domain->top_sets, visible->sets[place + 1]);
        if (++visible->index[place] == len)
            continue;
        for (uint32_t p = place + 1; p < groups->threads; p++)
            visible->index[p] =
                groups_repeats(groups, visible->sets, p) ? visible->index[p - 1] : 0;
        return true;
    }
    return false;
}

static void add_single(Visible *visible, Domain *domain, const uint32_t *tuple)
{
    visible->tops[0] = tuple[0];
    for (uint32_t p = 1; p <= visible->groups->threads; p++)
        visible->tops[p] = stack_top(domain, tuple[p]);
    visible_add(visible, visible->tops);
}

void visible_add_product(Visible *visible, Domain *domain, const uint32_t *tuple)
{
    const Groups *groups = visible->groups;
    bool is_new;
    if (!domain->automata) {
        add_single(visible, domain, tuple);
        return;
    }
    visible->sets[0] = tuple[0];
    for (uint32_t p = 1; p <= groups->threads; p++)
        visible->sets[p] = domain_tops(domain, tuple[p]);
    groups_sort(groups, visible->sets);
    tuples_add(&visible->products, visible->sets, &is_new);
    if (!is_new)
        return;
    memset(visible->index, 0, groups->threads * sizeof *visible->index);
    do {
        visible->tops[0] = tuple[0];
        for (uint32_t p = 0; p < groups->threads; p++) {
            uint32_t set = visible->sets[p + 1];
            hard_assert(visible->index[p] < records_len(&domain->top_sets, set));
            visible->tops[p + 1] = (uint32_t)records_get(&domain->top_sets, set)[visible->index[p]];
        }
        visible_add(visible, visible->tops);
    } while (next_choice(visible, domain));
}
