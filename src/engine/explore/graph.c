/* graph.c -- the states and transactions of a finished search as a graph: heddle show --states.
 *
 * Every state is expanded once more.  An erroneous transaction leads to a node of its own. */
#include "engine/explore/search.h"

enum { MOST_STATES = 2000 }; /* more than anybody looks at */

static const char *keep(Search *s, const char *text)
{
    return arena_copy(&s->job->arena, text, strlen(text));
}

/* Where a thread is in the user's own code; one that begins or ends: at its procedure. */
static const Proc *place_of(Search *s, const StateThread *thread, Pos *pos)
{
    const Program *program = s->job->program;
    uint32_t pc = machine_shown_pc(s->m, machine_local_pc(s->m, thread->l), thread->s);
    const Proc *proc = &program->procs.at[program_proc_at(program, pc)];
    const Proc *entry = &program->procs.at[machine_thread_proc(s->m, thread->tid)];
    bool inside = proc->library && !entry->library;
    *pos = inside ? entry->pos : program->pos.at[pc];
    return inside ? entry : proc;
}

/* `0 main:24` for each thread that has not ended, a line each. */
static const char *describe(Search *s)
{
    const char *text = "";
    each_live (t, &s->state) {
        const StateThread *thread = &s->state.threads.at[t];
        Pos pos;
        const Proc *proc = place_of(s, thread, &pos);
        text = arena_print(&s->job->arena, "%s%s%s %s:%u", text, *text ? "\n" : "",
                           machine_thread_name(s->m, thread->tid), proc->name, pos.line);
    }
    return text;
}

static void add_edge(Search *s, uint32_t from, uint32_t to, size_t index, const Outcome *o)
{
    const StateThread *thread = &s->state.threads.at[index];
    Pos pos;
    place_of(s, thread, &pos);
    assert(from < states_count(&s->states) && to <= s->job->graph.nodes.len);
    vec_push(&s->job->graph.edges,
             ((GraphEdge){.from = from,
                          .to = to,
                          .thread = keep(s, machine_thread_name(s->m, thread->tid)),
                          .pos = pos,
                          .actions = (uint32_t)o->ends.len + 1}));
}

static void add_wrong(Search *s, uint32_t from, size_t index, const Outcome *o)
{
    StateGraph *graph = &s->job->graph;
    const char *message = o->message && *o->message ? o->message : error_info[o->error].sentence;
    add_edge(s, from, (uint32_t)graph->nodes.len, index, o);
    vec_push(&graph->nodes, ((GraphNode){keep(s, message), true}));
}

static void expand(Search *s, uint32_t id)
{
    bool waits = false, can_run = false, is_new;
    states_load(&s->states, (StateId){id}, &s->state);
    ptrdiff_t only = state_chooser(s->m, &s->state);
    s->job->graph.nodes.at[id].label = describe(s);
    each_turn (t, &s->state, only) {
        search_step(s, &s->state, t);
        for (size_t k = 0; k < s->out.len; k++) {
            const Outcome *o = &s->out.all.at[k];
            waits |= o->kind == OUTCOME_BLOCKED;
            can_run |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
            if (outcome_has_successor(o))
                add_edge(s, id, states_add_step(&s->states, &s->state, t, o, &is_new).ix, t, o);
            else if (o->kind == OUTCOME_WRONG &&
                     (s->job->properties & error_properties(s->job->program, o->error)))
                add_wrong(s, id, t, o);
        }
    }
    s->job->graph.nodes.at[id].wrong =
        waits && !can_run && (s->job->properties & PROPERTY_DEADLOCK);
}

void graph_fill(Search *s)
{
    uint32_t states = states_count(&s->states);
    if (states > MOST_STATES) {
        s->job->graph.too_large = true;
        return;
    }
    vec_resize(&s->job->graph.nodes, states);
    for (uint32_t id = 0; id < states; id++)
        expand(s, id);
}
