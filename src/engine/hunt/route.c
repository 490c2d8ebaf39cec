/* route.c -- runs as lists of actions, and how a run becomes a bug. */
#include "engine/hunt/internal.h"

void route_clear(Route *path)
{
    path->actions.len = path->choices.len = 0;
}

void route_push(Route *path, Tid tid, const uint32_t *choices, size_t count)
{
    Action action = {tid, (uint32_t)path->choices.len, (uint32_t)count};
    assert(choices || !count);
    for (size_t k = 0; k < count; k++)
        vec_push(&path->choices, choices[k]);
    vec_push(&path->actions, action);
}

void route_add(Route *path, Tid tid, const uint32_t *choices, size_t count, const uint32_t *ends,
               size_t len)
{
    uint32_t done = 0;
    for (size_t k = 0; k < len; k++) {
        assert(done <= ends[k] && ends[k] <= count);
        route_push(path, tid, choices ? choices + done : NULL, ends[k] - done);
        done = ends[k];
    }
    route_push(path, tid, choices ? choices + done : NULL, count - done);
}

void route_free(Route *path)
{
    vec_free(&path->actions);
    vec_free(&path->choices);
}

/* The first outcome after which the thread goes on; NULL: there is none. */
static const Outcome *first_successor(const Outcomes *out)
{
    for (size_t k = 0; k < out->len; k++)
        if (outcome_has_successor(&out->all.at[k]))
            return &out->all.at[k];
    return NULL;
}

/* So many actions of one thread, or all up to where it waits. */
static void push_actions(Hunt *h, Route *path, State *state, size_t t, uint32_t most)
{
    Tid tid = state->threads.at[t].tid;
    for (uint32_t k = 0; k < most && state_is_live(state, t); k++) {
        state_step(h->m, state, t, &h->out);
        const Outcome *o = first_successor(&h->out);
        if (!o)
            break;
        route_push(path, tid, o->choices.at, o->choices.len);
        state_apply(state, t, o);
        state_canonicalise(h->m, state);
    }
}

/* Threads of a deadlock, and of a data race, stand behind both movers: they go on to where they
 * wait, or are about to touch the same memory. */
void route_finish(Hunt *h, Route *path, const State *state)
{
    const Found *found = &h->found;
    State last = {0};
    assert(found->is);
    if (found->acts) {
        route_add(path, found->tid, found->choices.at, found->choices.len, found->ends.at,
                  found->ends.len);
        return;
    }
    state_copy(&last, state);
    if (found->error == ERR_DEADLOCK)
        each_thread (t, &last)
            push_actions(h, path, &last, t, UINT32_MAX);
    for (int half = 0; half < 2 && found->error == ERR_RACE; half++)
        push_actions(h, path, &last, found->race[half].index, found->race[half].actions);
    state_free(&last);
}

void route_report(Hunt *h, const Route *path)
{
    Job *job = h->job;
    Bug bug = {.error = h->found.error,
               .memory = job->runs_in,
               .where = h->found.where,
               .rounds = machine_passes_rounds(h->m)};
    vec_each (Action, action, &path->actions) {
        const char *name = machine_thread_name(h->m, action->tid);
        assert(action->choices + action->count <= path->choices.len);
        TraceStep step = {.thread = arena_copy(&job->arena, name, strlen(name))};
        for (uint32_t k = 0; k < action->count; k++)
            vec_push(&step.choices, path->choices.at[action->choices + k]);
        vec_push(&bug.steps, step);
    }
    vec_push(&job->bugs, bug);
    job->errors++;
}
