/* serial.c -- see serial.h.
 *
 * Burckhardt, Dern, Musuvathi and Tan, "Line-Up: a complete and automatic linearizability checker",
 * PLDI 2010: the specification of a library is what its own functions do when no call begins before
 * the last one has returned.
 *
 *   main runs alone to where it waits for the client                run_main
 *   for each node, a set of states in which no call is open:        expand
 *     for each thread of the client, from each of these states:
 *       it runs alone, by all its choices, to where a call returns  run_alone
 *     all that one thread reaches by one call with one result is a node again
 *
 * So a node stands for all serial histories that lead to it (the subset construction), and states of
 * the program after one of them.  The nodes have no circle, as the client counts its calls.
 *
 * A call that cannot return when it runs alone, since it waits or goes round in a circle with no way
 * out, is an edge that says so (LABEL_WAITS).  Memory is sequentially consistent here whatever the
 * runs that are compared are in: one thread at a time, each after the last one's release.
 *
 * Runs that go wrong have no edges: the search for errors meets them, too. */
#include "engine/serial/serial.h"

#include "machine/schedule.h"
#include "machine/states.h"

enum { MOST_STATES = 4000000 };

/* A state that a thread reaches alone. */
typedef struct Alone {
    uint32_t state;
    bool ends; /* a call has returned there, or there is nothing to wait for; or that can follow */
} Alone;
typedef struct Step {
    uint32_t from, to; /* by their places in `alone` */
} Step;

typedef VEC(uint64_t) StateSet;

typedef struct Serial {
    Job *job;
    Linear *x;
    Machine *m;
    States states;
    State state;
    Outcomes out;
    Reason why;
    VEC(uint32_t) place; /* state -> its place in `alone`, plus one */
    VEC(Alone) alone;    /* of the run at hand */
    VEC(Step) steps;
    Records sets;          /* sets of states -> nodes */
    VEC(uint32_t) node;    /* set -> node */
    VEC(uint32_t) set;     /* node -> set */
    VEC(uint32_t) member;  /* state -> the last set that it belongs to, */
    uint32_t sets_made;    /* ... by its number */
    VEC(uint64_t) reached; /* of the node at hand: call and result, then state, see SHIFT */
    VEC(SpecEdge) waiting; /* of the node at hand */
} Serial;

static bool give_up(Serial *s, Reason why)
{
    if (!s->why.text)
        s->why = job_keep(s->job, why);
    return false;
}

static uint32_t place_of(Serial *s, uint32_t state)
{
    if (state >= s->place.len)
        vec_resize(&s->place, state + 1);
    if (!s->place.at[state]) {
        vec_push(&s->alone, ((Alone){.state = state}));
        s->place.at[state] = (uint32_t)s->alone.len;
    }
    return s->place.at[state] - 1;
}

static void forget_places(Serial *s)
{
    vec_each (Alone, alone, &s->alone)
        s->place.at[alone->state] = 0;
    s->alone.len = s->steps.len = 0;
}

/* What the thread can do next, from the state that is loaded. */
static bool take_outcomes(Serial *s, size_t thread, uint32_t from)
{
    for (size_t k = 0; k < s->out.len; k++) {
        const Outcome *o = &s->out.all.at[k];
        bool is_new;
        if (o->kind == OUTCOME_WRONG && error_info[o->error].property == PROPERTY_NONE)
            return give_up(s, machine_reason(s->m, o->message, o->pc));
        if (o->kind == OUTCOME_WRONG || o->kind == OUTCOME_CUT || o->kind == OUTCOME_ENDED)
            s->alone.at[from].ends = true;
        if (!outcome_has_successor(o))
            continue;
        uint32_t to = states_add_step(&s->states, &s->state, thread, o, &is_new).ix;
        vec_push(&s->steps, ((Step){from, place_of(s, to)}));
    }
    return true;
}

static bool may_go_on(Serial *s)
{
    if (states_count(&s->states) > MOST_STATES)
        return give_up(s, (Reason){.text = "the calls of the library, one at a time, reach too "
                                           "many states: let the client make fewer calls, or "
                                           "give it fewer values (--values)"});
    if (budget_spend(&s->job->budget, s->out.len + 1))
        return give_up(s, (Reason){.text = s->job->budget.reason});
    return true;
}

/* Where a state ends, so do those that lead to it. */
static void propagate_ends(Serial *s)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t k = s->steps.len; k-- > 0;) {
            Step step = s->steps.at[k];
            if (s->alone.at[step.to].ends && !s->alone.at[step.from].ends)
                again = s->alone.at[step.from].ends = true;
        }
    }
}

typedef enum Until { UNTIL_IT_WAITS, UNTIL_A_CALL, UNTIL_A_RETURN } Until;

/* All that a thread can do alone from a state, up to there: into `alone`. */
static bool run_alone(Serial *s, uint32_t state, size_t thread, Until until)
{
    LabelId call, result;
    forget_places(s);
    place_of(s, state);
    for (uint32_t at = 0; at < s->alone.len; at++) {
        states_load(&s->states, (StateId){s->alone.at[at].state}, &s->state);
        bool returned = linear_recorded(s->x, machine_monitor(s->m, s->state.g), &call, &result);
        if (until == UNTIL_A_RETURN ? returned : until == UNTIL_A_CALL && call) {
            s->alone.at[at].ends = true;
            continue;
        }
        if (!state_is_live(&s->state, thread))
            continue;
        state_step(s->m, &s->state, thread, &s->out);
        if (!take_outcomes(s, thread, at) || !may_go_on(s))
            return false;
    }
    propagate_ends(s);
    return true;
}

/* ---- nodes ---- */

/* The node of a set of states, which are sorted and different. */
static uint32_t node_of(Serial *s, const uint64_t *states, size_t len, bool *is_new)
{
    uint32_t set = records_add(&s->sets, states, len);
    *is_new = set >= s->node.len;
    if (*is_new) {
        while (s->node.len < set)
            vec_push(&s->node, 0);
        vec_push(&s->node, linear_add_node(s->x));
        vec_push(&s->set, set);
    }
    return s->node.at[set];
}

static int compare(const void *a, const void *b)
{
    const uint64_t *l = a, *r = b;
    for (int k = 0; k < 2; k++)
        if (l[k] != r[k])
            return l[k] < r[k] ? -1 : 1;
    return 0;
}

static int compare_states(const void *a, const void *b)
{
    const uint64_t *l = a, *r = b;
    return (*l > *r) - (*l < *r);
}

/* The state without a call: what has been recorded is taken out. */
static uint32_t clean(Serial *s, uint32_t state)
{
    bool is_new;
    states_load(&s->states, (StateId){state}, &s->state);
    s->state.g = machine_set_monitor(s->m, s->state.g, 0);
    return states_add(&s->states, &s->state, &is_new).ix;
}

static void note_waiting(Serial *s, uint32_t thread, LabelId call)
{
    vec_each (SpecEdge, edge, &s->waiting)
        if (edge->thread == thread && edge->call == call)
            return;
    vec_push(&s->waiting, ((SpecEdge){thread, call, LABEL_WAITS, 0}));
}

/* Of the set that is being made; it is one from now on. */
static bool is_member(Serial *s, uint32_t state)
{
    if (state >= s->member.len)
        vec_resize(&s->member, state + 1);
    bool was = s->member.at[state] == s->sets_made;
    s->member.at[state] = s->sets_made;
    return was;
}

/* A client that a user wrote may do more between its calls than to choose the next: it unlocks, it
 * sets a flag.  All that its threads can do there, before other calls and after, belongs to the node.
 */
static bool add_between(Serial *s, StateSet *set)
{
    s->sets_made++;
    vec_each (uint64_t, state, set)
        is_member(s, (uint32_t)*state);
    for (size_t k = 0; s->x->own_client && k < set->len; k++)
        for (uint32_t t = 0; t < s->x->threads; t++) {
            if (!run_alone(s, (uint32_t)set->at[k], t + 1, UNTIL_A_CALL))
                return false;
            vec_each (Alone, alone, &s->alone) {
                states_load(&s->states, (StateId){alone->state}, &s->state);
                if (!machine_monitor(s->m, s->state.g) && !is_member(s, alone->state))
                    vec_push(set, alone->state);
            }
        }
    qsort(set->at, set->len, sizeof *set->at, compare_states);
    return true;
}

/* A state in which all threads but main are those of the client. */
static bool is_client(Serial *s)
{
    if (s->state.threads.len == s->x->threads + 1)
        return true;
    bool more = s->state.threads.len > s->x->threads + 1;
    if (more && s->x->own_client)
        return give_up(s,
                       (Reason){.text = "there are more threads than --client says: write as many "
                                        "as the client has (--client=4x2: four threads, two "
                                        "calls of each); a library that starts threads of its "
                                        "own cannot be compared with itself"});
    return give_up(s,
                   (Reason){.text = more ? "the library starts threads of its own: its calls do "
                                           "not run one at a time, so nothing says what they "
                                           "should return"
                                         : "the client starts fewer threads than were asked for"});
}

/* What the thread has reached in `alone`: calls that returned, and calls that wait. */
static bool take_calls(Serial *s, uint32_t thread)
{
    for (size_t k = 0; k < s->alone.len; k++) {
        LabelId call, result;
        states_load(&s->states, (StateId){s->alone.at[k].state}, &s->state);
        uint32_t recorded = machine_monitor(s->m, s->state.g);
        bool returned = linear_recorded(s->x, recorded, &call, &result);
        if (!is_client(s))
            return false;
        if (call && linear_thread(s->x, call) != thread)
            return give_up(s, (Reason){.text = "the threads of the client do not give heddle_call "
                                               "their numbers: 0, 1, 2, in the order in which "
                                               "main starts them"});
        if (returned) {
            vec_push(&s->reached, (uint64_t)call << 32 | result);
            vec_push(&s->reached, clean(s, s->alone.at[k].state));
        } else if (recorded && !s->alone.at[k].ends)
            note_waiting(s, thread, call);
    }
    return true;
}

/* One edge for each call and result, to the set of all states behind it. */
static bool add_edges(Serial *s, uint32_t from, uint32_t thread)
{
    StateSet set = {0};
    bool is_new, counted = true, closed = true;
    if (s->reached.len)
        qsort(s->reached.at, s->reached.len / 2, 2 * sizeof(uint64_t), compare);
    for (size_t k = 0; closed && k < s->reached.len;) {
        uint64_t label = s->reached.at[k];
        set.len = 0;
        for (; k < s->reached.len && s->reached.at[k] == label; k += 2)
            if (!set.len || vec_last(&set) != s->reached.at[k + 1])
                vec_push(&set, s->reached.at[k + 1]);
        closed = add_between(s, &set);
        uint32_t to = closed ? node_of(s, set.at, set.len, &is_new) : from;
        counted &= to > from;
        if (to > from)
            linear_add_edge(s->x, from,
                            (SpecEdge){thread, (uint32_t)(label >> 32), (uint32_t)label, to});
    }
    s->reached.len = 0;
    vec_free(&set);
    return counted || give_up(s, (Reason){.text = "the client does not count its calls: write "
                                                  "`while (heddle_more(&history, thread, k++))`"});
}

/* The threads of the client stand behind main, in the order of their creation. */
static bool expand(Serial *s, uint32_t node)
{
    for (uint32_t t = 0; t < s->x->threads; t++) {
        uint32_t set = s->set.at[node], len = records_len(&s->sets, set);
        for (uint32_t k = 0; k < len; k++) {
            if (!run_alone(s, (uint32_t)records_get(&s->sets, set)[k], t + 1, UNTIL_A_RETURN) ||
                !take_calls(s, t))
                return false;
        }
        if (!add_edges(s, node, t))
            return false;
    }
    vec_each (SpecEdge, edge, &s->waiting)
        linear_add_edge(s->x, node, *edge);
    s->waiting.len = 0;
    return true;
}

/* ---- main ---- */

static bool run_main(Serial *s)
{
    bool is_new, all = true;
    StateSet set = {0};
    machine_initial(s->m, &s->out);
    const Outcome *o = &s->out.all.at[0];
    if (o->kind == OUTCOME_WRONG)
        return give_up(s, machine_reason(s->m, o->message, o->pc));
    state_initial(s->m, o, &s->state);
    uint32_t first = states_add(&s->states, &s->state, &is_new).ix;
    if (!run_alone(s, first, 0, UNTIL_IT_WAITS))
        return false;
    vec_each (Alone, alone, &s->alone)
        if (!alone->ends) {
            bool last = true;
            vec_each (Step, step, &s->steps)
                last &= step->from != (uint32_t)(alone - s->alone.at);
            if (last)
                vec_push(&set, alone->state);
        }
    all = add_between(s, &set);
    vec_each (uint64_t, state, &set) {
        states_load(&s->states, (StateId){(uint32_t)*state}, &s->state);
        all &= is_client(s);
    }
    if (all && set.len)
        node_of(s, set.at, set.len, &is_new);
    bool found = all && set.len;
    vec_free(&set);
    return found || give_up(s, (Reason){.text = "main does not come to where it waits for the "
                                                "threads of the client"});
}

static void free_serial(Serial *s)
{
    states_free(&s->states);
    state_free(&s->state);
    outcomes_free(&s->out);
    vec_free(&s->place);
    vec_free(&s->alone);
    vec_free(&s->steps);
    records_free(&s->sets);
    vec_free(&s->node);
    vec_free(&s->set);
    vec_free(&s->member);
    vec_free(&s->reached);
    vec_free(&s->waiting);
    machine_free(s->m);
}

bool serial_find(Job *job, Reason *why)
{
    Serial s = {.job = job, .x = job->program->linear};
    s.x->records = true;
    s.m = machine_new(job->program, (MachineOptions){0});
    s.states.m = s.m;
    bool found = run_main(&s);
    for (uint32_t node = 0; found && node < s.x->nodes.len; node++)
        found = expand(&s, node);
    if (found)
        linear_minimise(s.x);
    *why = s.why;
    s.x->records = false;
    job->stats.serial_states += states_count(&s.states);
    job->stats.serial_nodes += s.x->nodes.len;
    free_serial(&s);
    return found;
}
