/* figures.c -- how many states a search knows, wherever they are, and what --stats says. */
#include "engine/explore/cluster.h"
#include "engine/explore/compact.h"

bool search_is_elsewhere(const Search *s)
{
    return cluster_is_spread(s) || compact_is_on(s);
}

uint64_t search_count(const Search *s)
{
    return cluster_is_spread(s) ? cluster_count(s)
           : compact_is_on(s)   ? compact_count(s)
                                : states_count(&s->states);
}

void search_fill_stats(Search *s)
{
    Stats *stats = &s->job->stats;
    s->job->budget.work += machine_work(s->m) - s->spent; /* the rest */
    machine_stats(s->m, stats);
    stats->states = search_count(s);
    stats->actions = s->reduces ? s->movers.actions + stats->transitions : stats->transitions;
    stats->tree_nodes += states_nodes(&s->states);
    stats->state_bytes = compact_is_on(s)
                             ? compact_bytes(s)
                             : states_bytes(&s->states) + s->parent.cap * sizeof *s->parent.at;
    stats->shared_bytes += states_shared_bytes(&s->states);
    if (stats->states)
        stats->bytes_per_state =
            stats->state_bytes / (compact_is_on(s) ? stats->states : states_count(&s->states));
    if (s->job->options->peers)
        stats->bytes_sent = *s->job->options->peers->sent;
    double seconds = budget_elapsed(&s->job->budget);
    stats->states_per_second = seconds > 0 ? (uint64_t)((double)stats->states / seconds) : 0;
    if (stats->steps_run)
        stats->ns_per_step = (uint64_t)(seconds * 1e9 / (double)stats->steps_run);
}
