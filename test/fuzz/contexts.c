/* contexts.c -- see contexts.h. */
#include "contexts.h"

#include "check/replay.h"
#include "engine/bound/bound.h"
#include "machine/part.h"
#include "machine/states.h"

#define NOBODY UINT32_MAX
#define NEVER  UINT32_MAX

/* ---- plain enumeration ---- */

typedef struct Enumeration {
    const ContextsCheck *check;
    Machine *m;
    States states;
    State state, next;
    Outcomes out;
    Pairs places;            /* (state, who came there last) */
    VEC(uint32_t) contexts;  /* that a place takes */
    VEC(uint32_t) now, then; /* places of this number of contexts, and of one more */
    VEC(Touch) touches;      /* that are about to happen, thread by thread */
    uint32_t least;          /* contexts of an error; NEVER: there is none so far */
    bool cut;                /* it is not all */
} Enumeration;

static void put(Enumeration *e, uint32_t state, uint32_t last, uint32_t contexts, bool same)
{
    bool is_new;
    uint32_t place = pairs_add(&e->places, state, last, &is_new);
    if (is_new)
        vec_push(&e->contexts, NEVER);
    if (e->contexts.at[place] <= contexts)
        return;
    e->contexts.at[place] = contexts;
    if (same)
        vec_push(&e->now, place);
    else
        vec_push(&e->then, place);
}

static void put_step(Enumeration *e, size_t index, const Outcome *o, uint32_t contexts, bool same)
{
    bool is_new;
    e->next.g = e->state.g;
    e->next.threads.len = 0;
    vec_each (StateThread, thread, &e->state.threads)
        vec_push(&e->next.threads, *thread);
    state_apply(&e->next, index, o);
    state_canonicalise(e->m, &e->next);
    uint32_t id = states_add(&e->states, &e->next, &is_new).ix;
    put(e, id, e->state.threads.at[index].tid.ix, contexts, same);
}

static void note_error(Enumeration *e, ErrorKind error, uint32_t contexts)
{
    if ((error_info[error].property & e->check->properties) && contexts < e->least)
        e->least = contexts;
}

static bool is_deep(const Enumeration *e)
{
    vec_each (StateThread, thread, &e->state.threads) {
        uint32_t frames = 0;
        for (StackId s = thread->s; s.ix; s = machine_pop(e->m, s))
            frames++;
        if (e->check->most_frames && frames > e->check->most_frames)
            return true;
    }
    return false;
}

/* The touches of the thread that has just stepped, against those of the threads before it. */
static void find_races(Enumeration *e, uint32_t contexts)
{
    size_t others = e->touches.len;
    machine_open(e->m, e->state.g);
    for (size_t k = 0; k < e->out.len; k++)
        vec_each (Touch, touch, &e->out.all.at[k].touched)
            if (touch->kind == TOUCH_DATA && machine_layout(e->m, touch->object))
                vec_push(&e->touches, *touch);
    for (size_t a = 0; a < others; a++)
        for (size_t b = others; b < e->touches.len; b++)
            if (touch_conflicts(&e->touches.at[a], &e->touches.at[b]))
                note_error(e, ERR_RACE, contexts);
}

static void expand(Enumeration *e, uint32_t place)
{
    uint32_t last = pairs_right(&e->places, place), contexts = e->contexts.at[place];
    bool waits = false, runs = false;
    states_load(&e->states, (StateId){pairs_left(&e->places, place)}, &e->state);
    if (is_deep(e)) {
        e->cut = true;
        return;
    }
    ptrdiff_t only = state_chooser(e->m, &e->state);
    e->touches.len = 0;
    for (size_t t = 0; t < e->state.threads.len; t++) {
        if (!e->state.threads.at[t].l.ix || (only >= 0 && (size_t)only != t))
            continue;
        bool same = e->state.threads.at[t].tid.ix == last;
        state_step(e->m, &e->state, t, &e->out);
        for (size_t k = 0; k < e->out.len; k++) {
            const Outcome *o = &e->out.all.at[k];
            waits |= o->kind == OUTCOME_BLOCKED;
            runs |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
            if (o->kind == OUTCOME_WRONG)
                note_error(e, o->error, contexts + !same);
            else if (outcome_has_successor(o))
                put_step(e, t, o, contexts + !same, same);
        }
        if (only < 0)
            find_races(e, contexts);
    }
    if (waits && !runs)
        note_error(e, ERR_DEADLOCK, contexts);
}

/* Places of fewer contexts first. */
static void enumerate(Enumeration *e)
{
    bool is_new;
    machine_initial(e->m, &e->out);
    if (e->out.all.at[0].kind == OUTCOME_WRONG) {
        note_error(e, e->out.all.at[0].error, 0);
        return;
    }
    state_initial(e->m, &e->out.all.at[0], &e->state);
    states_add(&e->states, &e->state, &is_new);
    put(e, 0, NOBODY, 0, true);
    for (uint32_t contexts = 0; e->now.len && contexts <= e->least; contexts++) {
        for (size_t k = 0; k < e->now.len; k++) {
            if (states_count(&e->states) > e->check->most_states) {
                e->cut = true;
                return;
            }
            if (e->contexts.at[e->now.at[k]] == contexts)
                expand(e, e->now.at[k]);
        }
        e->now.len = 0;
        vec_each (uint32_t, place, &e->then)
            vec_push(&e->now, *place);
        e->then.len = 0;
    }
}

/* The contexts that the first error takes; NEVER: there is none.  *cut: not everything was seen. */
static uint32_t least_contexts(const ContextsCheck *check, bool *cut)
{
    Enumeration e = {.check = check, .least = NEVER};
    MachineOptions options = {.predicates = (check->properties & PROPERTY_ACCESS) != 0,
                              .touches = (check->properties & PROPERTY_RACE) != 0};
    e.m = e.states.m = machine_new(check->program, options);
    enumerate(&e);
    *cut = e.cut;
    states_free(&e.states);
    state_free(&e.state);
    state_free(&e.next);
    outcomes_free(&e.out);
    pairs_free(&e.places);
    vec_free(&e.contexts);
    vec_free(&e.touches);
    vec_free(&e.now);
    vec_free(&e.then);
    machine_free(e.m);
    return e.least;
}

/* ---- the engine ---- */

typedef struct Said {
    VerdictKind verdict;
    uint32_t contexts; /* bug: of its run; bounded: explored */
    bool replays;
    bool open;  /* it gave up */
    bool loose; /* a run of a bug may have more contexts than it needs */
    char reason[200];
} Said;

/* How the engine is asked. */
typedef struct Question {
    const char *stacks;
    uint32_t contexts; /* at most; 0: any number */
    bool ghosts;       /* even if there are few threads */
} Question;

static Said ask(const ContextsCheck *check, const Question *question)
{
    static const double limit = 0.2; /* seconds; then it is left open */
    Options options = option_defaults();
    options.stacks = question->stacks;
    options.contexts = question->contexts;
    Job job = {.program = check->program,
               .options = &options,
               .properties = check->properties,
               .most_threads = question->ghosts};
    char why[150] = "";
    Said said = {.replays = true};
    budget_begin(&job.budget, 1, 0, false);
    job.budget.time_limit = limit;
    engine_run(&engine_bound, &job);
    /* With sets of stacks it does not see every race, and tells so of all but bugs. */
    said.loose = (check->properties & PROPERTY_RACE) &&
                 (strcmp(question->stacks, "automata") == 0 || bound_is_worth_it(&job));
    said.verdict = job.verdict;
    said.open = job.budget.reason != NULL || job.verdict == VERDICT_UNKNOWN;
    said.contexts = job.bound.contexts;
    vec_each (Bug, bug, &job.bugs) {
        said.replays = check_replay(&job, bug, why, sizeof why);
        said.contexts = bug->steps.len ? vec_last(&bug->steps).context : 0;
    }
    snprintf(said.reason, sizeof said.reason, "%s", *why ? why : job.reason ? job.reason : "");
    job_free(&job);
    return said;
}

static bool differs(const ContextsCheck *check, const Question *question, uint32_t least, bool cut,
                    const Said *said)
{
    static const char *const verdicts[] = {"unknown", "bug", "safe", "bounded"};
    snprintf(check->why, check->size,
             "bound --stacks=%s --contexts=%u%s: %s, %u contexts%s %s\n  plain enumeration%s: the "
             "first error takes %d",
             question->stacks, question->contexts, question->ghosts ? " with ghosts" : "",
             verdicts[said->verdict], said->contexts, said->replays ? "" : ", does not replay",
             said->reason, cut ? " (not of everything)" : "", (int)least);
    return false;
}

static bool compare(const ContextsCheck *check, Question question, uint32_t least, bool cut)
{
    Said said = ask(check, &question);
    uint32_t asked = question.contexts;
    bool reachable = least != NEVER && (!asked || least <= asked);
    bool right = said.replays;
    switch (said.verdict) {
    case VERDICT_UNKNOWN:
        break;
    case VERDICT_BUG: /* with the cut it may know a shorter way */
        if (said.loose)
            right &= cut || said.contexts >= least;
        else
            right &= cut ? said.contexts <= least : said.contexts == least;
        right &= !asked || said.contexts <= asked;
        break;
    case VERDICT_SAFE:
        right &= least == NEVER;
        break;
    case VERDICT_BOUNDED:
        right &= least == NEVER || said.contexts < least;
        right &= said.open || (!reachable && said.contexts == asked);
        break;
    }
    *check->open += said.open;
    return right || differs(check, &question, least, cut, &said);
}

bool contexts_agree(const ContextsCheck *check)
{
    enum { FEW = 4 };
    bool cut;
    uint32_t least = least_contexts(check, &cut);
    uint32_t asked = least == NEVER || !least ? FEW : least;
    const Question questions[] = {
        {"auto", cut ? asked : 0, false}, {"automata", asked, false},
        {"automata", asked - 1, false},   {"auto", asked, true},
        {"auto", asked - 1, true},        {"automata", asked, true},
    };
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++)
        if ((questions[k].contexts || k == 0) && !compare(check, questions[k], least, cut))
            return false;
    return true;
}
