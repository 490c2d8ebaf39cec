/* hunt.c -- looks for bugs only: in runs, not in sets of states.
 *
 * Three ways to look take turns, which become longer, over the same machine and the same
 * transactions as explore:
 *
 *   depth-first, with a small set of seen states            depth.c
 *   random runs, and runs by random priorities (PCT)        runs.c
 *   all runs without a preemption, with one, two ...        preempt.c
 *
 * Hangs, and what only whole runs can break (livelock, termination, formulas), are looked for in random runs
 * that keep the states they visit (live/walk.c), in sequentially consistent memory.
 *
 * What they find is a run of the program, whatever discipline was assumed: transactions only say
 * where threads are switched.  It is shortened (shorten.c), and replayed like every bug.  An access
 * that breaks the discipline weakens it, and the search by preemptions begins again: where a
 * transaction is too long, a run may be left out.  Deadlocks are told only in a discipline that
 * holds (who waits behind both movers waits only if they are).
 *
 * Nothing found proves nothing, but that the runs that were looked at are right: those with at most
 * so many preemptions, and so many random ones.  The verdict is `bounded` then, and never `safe`. */
#include "engine/hunt/hunt.h"

#include "base/log.h"
#include "engine/hunt/internal.h"
#include "live/questions.h"

enum { CHECK_EVERY = 512 };    /* steps between two looks at the budget */
enum { FIRST_WORK = 4000 };    /* of each way in the first round; it doubles */
enum { FIRST_LENGTH = 20000 }; /* work in a run; idem, four times as much */
enum { MOST_LENGTH = 1 << 22 };
enum { RUNS_ALONE = 10000 };  /* if nobody says how many, and no other engine is there */
enum { MOST_FORKS = 8 };      /* in a transaction: a loop that creates threads without end is one */
enum { LAST_ROUND = 9 };      /* idem: all work together is about 20 million steps */
enum { MOST_WORK = 1 << 28 }; /* of each way, so that numbers do not overflow */

/* ---- what goes wrong ---- */

static bool is_asked(Hunt *h, ErrorKind error, const Outcome *o)
{
    Job *job = h->job;
    if (error_info[error].property == PROPERTY_NONE && !h->limit.text)
        h->limit = job_limit(job, o->message, o->pc);
    if (job->properties & error_properties(job->program, error))
        return true;
    job_note_undefined(job, error, o ? job->program->pos.at[o->pc] : (Pos){0});
    return false;
}

static void copy_words(Words *to, const uint32_t *at, size_t len)
{
    to->len = 0;
    for (size_t k = 0; k < len; k++)
        vec_push(to, at[k]);
}

static void note_wrong(Hunt *h, Tid tid, const Outcome *o)
{
    Found *found = &h->found;
    if (found->is || !is_asked(h, o->error, o))
        return;
    found->is = found->acts = true;
    found->error = o->error;
    found->where = h->job->program->pos.at[o->pc];
    found->tid = tid;
    copy_words(&found->choices, o->choices.at, o->choices.len);
    copy_words(&found->ends, o->ends.at, o->ends.len);
}

static void note_race(void *self, const RacePair *pair)
{
    Hunt *h = self;
    Found *found = &h->found;
    if (found->is)
        return;
    found->is = true;
    found->acts = false;
    found->error = ERR_RACE;
    found->where = h->job->program->pos.at[pair->half[0].touch.pc];
    for (int half = 0; half < 2; half++) {
        found->race[half].index = pair->thread[half];
        found->race[half].actions = pair->half[half].actions;
    }
}

void hunt_deadlock(Hunt *h)
{
    if (!is_asked(h, ERR_DEADLOCK, NULL))
        return;
    h->found.is = true;
    h->found.acts = false;
    h->found.error = ERR_DEADLOCK;
    h->found.where = (Pos){0};
}

void hunt_races(Hunt *h, const State *state)
{
    if (!h->finds_races)
        races_find(&h->races, state, note_race, h);
}

void hunt_step(Hunt *h, const State *state, size_t index)
{
    assert(state_is_live(state, index));
    Tid tid = state->threads.at[index].tid;
    if (h->reduces)
        transaction_run(&h->movers, state, index, &h->out);
    else
        state_step(h->m, state, index, &h->out);
    for (size_t k = 0; k < h->out.len; k++)
        if (h->out.all.at[k].kind == OUTCOME_WRONG)
            note_wrong(h, tid, &h->out.all.at[k]);
}

/* ---- work ---- */

uint64_t hunt_work(const Hunt *h)
{
    return machine_work(h->m);
}

bool hunt_is_crowded(const State *state)
{
    size_t live = 0;
    if (state->threads.len <= MOST_LIVE)
        return false;
    each_live (t, state)
        live++;
    return live > MOST_LIVE || state->threads.len > MOST_THREADS;
}

bool hunt_is_over(Hunt *h)
{
    Job *job = h->job;
    uint64_t done = machine_work(h->m) - h->spent;
    if (done < CHECK_EVERY)
        return job->budget.reason != NULL;
    h->spent += done;
    if (budget_spend(&job->budget, done))
        return true;
    if (budget_progress_due(&job->budget))
        budget_show_progress(&job->budget, &(Headway){.unit = "runs",
                                                      .count = h->runs,
                                                      .level = "preemptions",
                                                      .reached = h->preempts.completed});
    return false;
}

void hunt_restart(Hunt *h)
{
    if (!h->reduces || !h->movers.broken)
        return;
    movers_start(&h->movers);
    h->preempts.begun = false;
    h->preempts.completed = 0;
    h->job->stats.restarts++;
}

/* splitmix64 (Steele, Lea, Flood, OOPSLA 2014) */
uint64_t hunt_random(Hunt *h, uint64_t n)
{
    assert(n);
    uint64_t x = h->random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (x ^ x >> 31) % n;
}

/* ---- the answer ---- */

/* Of which runs it is known that they are right; NULL: of none.  Those that were cut count only where no other one does.
 * `but`: what heddle could not follow in them, or did not try. */
static const char *covered(Hunt *h, const Reason *but)
{
    Arena *arena = &h->job->arena;
    uint32_t levels = h->movers.broken ? 0 : h->preempts.completed;
    assert(h->cut <= h->runs);
    unsigned long long ended = h->runs - h->cut, cut = h->cut;
    const char *some = "", *others = "";
    if (levels && h->preempts.ended)
        some = "no run with any number of preemptions goes wrong";
    else if (levels)
        some = arena_print(arena, "no run with at most %u preemption%s goes wrong", levels - 1,
                           levels == 2 ? "" : "s");
    if (ended)
        others =
            arena_print(arena, "%s %llu random run%s%s", levels ? ", nor does any of" : "none of",
                        ended, ended == 1 ? "" : "s", levels ? "" : " goes wrong");
    if (ended && cut)
        others = arena_print(arena, "%s (%llu more did not come to an end)", others, cut);
    else if (cut && h->followed)
        others = arena_print(arena, "%s in the first %llu steps of %llu random run%s",
                             levels ? ", nor does anything" : "nothing goes wrong",
                             (unsigned long long)h->followed, cut, cut == 1 ? "" : "s");
    if (!*some && !*others)
        return NULL;
    bool fewer = h->paired || (job_is_weak(h->job) && h->job->runs_in == MEMORY_SC);
    const char *text = arena_print(arena, "%s%s%s", some, others,
                                   fewer ? ", where memory is sequentially consistent" : "");
    if (!but->text)
        return text;
    return arena_print(arena, "%s, as far as heddle follows them%s%s%s", text,
                       *but->text ? " (" : "", but->text, *but->text ? ")" : "");
}

static void fill_stats(Hunt *h)
{
    Stats *stats = &h->job->stats;
    h->job->budget.work += machine_work(h->m) - h->spent;
    h->spent = machine_work(h->m);
    machine_stats(h->m, stats);
    h->paired = stats->weak_pairs;
    stats->weak_pairs = 0; /* others look for these */
    stats->states = states_count(&h->preempts.states);
    stats->preemptions = h->preempts.completed && !h->movers.broken ? h->preempts.completed - 1 : 0;
    stats->random_runs = h->runs - h->cut;
}

/* What heddle could not follow in the runs, or tried with some values only; a doubt about the order of
 * accesses, which is said otherwise, may hide another one. */
static Reason not_followed(const Hunt *h)
{
    const Reason *doubt = machine_doubt(h->m);
    if (h->limit.text)
        return h->limit;
    return h->paired ? (Reason){.text = ""} : doubt ? *doubt : (Reason){0};
}

/* Why nothing is said even about the runs that were followed; NULL text: something is. */
static Reason why_open(Hunt *h)
{
    Job *job = h->job;
    if (job->undefined.text && program_is_raw(job->program))
        return job->undefined;
    if ((job->properties & PROPERTY_RACE) && job->stats.failed_tries)
        return (Reason){.text = "locks were tried in vain, which puts nothing in order, and hunt "
                                "does not look for the data races of runs without that order: "
                                "--engine=explore does"};
    vec_each (Spec, spec, &job->program->specs)
        if ((job->properties & PROPERTY_ACCESS) && spec->performs.len)
            return (Reason){.text = "hunt does not compare what `performs` says with what is done: "
                                    "--engine=explore does"};
    return (Reason){0};
}

static void answer(Hunt *h)
{
    Job *job = h->job;
    if (job->bugs.len) {
        job->verdict = VERDICT_BUG;
        return;
    }
    Reason open = why_open(h), but = not_followed(h);
    if (!open.text && (!but.text || job->budget.reason))
        job->covered = covered(h, &but);
    job->verdict = job->covered ? VERDICT_BOUNDED : VERDICT_UNKNOWN;
    if (!job->covered && but.text)
        open = but;
    if (!open.text)
        open.text = job->budget.reason ? job->budget.reason
                                       : "hunt looks for bugs only, and found none: "
                                         "--engine=explore looks at all runs";
    job_give_reason(job, open);
}

/* ---- the hunt ---- */

/* False: the initial state itself is wrong, or cannot be reached. */
static bool begin(Hunt *h)
{
    machine_initial(h->m, &h->out);
    const Outcome *o = &h->out.all.at[0];
    if (o->kind == OUTCOME_WRONG) {
        note_wrong(h, (Tid){0}, o);
        if (h->found.is)
            route_report(h, &h->path);
        return false;
    }
    state_initial(h->m, o, &h->first);
    return true;
}

static bool is_found(const Hunt *h)
{
    return h->found.is || h->job->bugs.len;
}

static bool wants(const Hunt *h, const char *method)
{
    const char *asked = h->job->options->method;
    bool single = (h->job->properties & ~(uint32_t)PROPERTY_LIVE) != 0;
    return single && !is_found(h) && (strcmp(asked, "all") == 0 || strcmp(asked, method) == 0);
}

static uint64_t roll(void *self, uint64_t n)
{
    return hunt_random(self, n);
}

/* Of hangs nothing is said where other memory could help somebody to get on. */
static uint32_t lasting(const Job *job)
{
    bool hangs = !job_is_weak(job) && job->runs_in == MEMORY_SC && !job->options->zing_counting;
    return job->properties & (PROPERTY_LIVE | (hangs ? PROPERTY_HANG : 0));
}

/* Round number `round`, in runs of its own. */
static void hunt_lasting(Hunt *h, uint32_t round, uint64_t work)
{
    const char *method = h->job->options->method;
    uint32_t properties = lasting(h->job), where;
    bool random = strcmp(method, "all") == 0 || strcmp(method, "random") == 0;
    if (!properties || !random || h->found.is || h->visited_all || h->job->budget.reason ||
        program_has(h->job->program, OP_POST, &where))
        return;
    h->random = ((uint64_t)h->job->options->seed << 8) + round;
    h->visited_all = live_hunt(h->job, properties, &(LiveDice){h, roll}, work);
}

static void hunt(Hunt *h)
{
    Job *job = h->job;
    bool only_whole_runs = !(job->properties & ~(uint32_t)PROPERTY_LIVE);
    uint64_t most_runs = (uint64_t)job->options->runs;
    bool alone = !job->budget.worker;
    if (!most_runs)
        most_runs = alone ? RUNS_ALONE : UINT64_MAX;
    h->most = FIRST_LENGTH;
    uint64_t work = FIRST_WORK;
    for (uint32_t round = 0; !is_found(h) && !hunt_is_over(h); round++) {
        hunt_lasting(h, round, only_whole_runs ? 4 * work : work);
        if (only_whole_runs && (h->visited_all || (round == LAST_ROUND && alone)))
            break;
        if (wants(h, "depth"))
            hunt_depth(h, work, round % 2 == 1);
        if (wants(h, "random"))
            hunt_runs(h, 2 * work, most_runs);
        if (wants(h, "preemptions"))
            hunt_preempts(h, work);
        bool done = h->preempts.ended || h->runs >= most_runs;
        if ((done && (h->visited_all || !lasting(job))) || (round == LAST_ROUND && alone))
            break;
        work = work < MOST_WORK ? 2 * work : work;
        h->most = h->most * 4 < MOST_LENGTH ? h->most * 4 : MOST_LENGTH;
    }
    if (!h->found.is)
        return;
    LOG(SEARCH, "%s at line %u, in a run of %zu actions", error_info[h->found.error].key,
        h->found.where.line, h->path.actions.len);
    route_shorten(h, &h->path);
    route_report(h, &h->path);
}

static bool accepts(const Job *job, Reason *why)
{
    uint32_t where;
    if (job->properties & PROPERTY_LIVE && program_has(job->program, OP_POST, &where)) {
        *why = program_reason(job->program,
                              "whole runs (livelock, termination, ltl) are looked at of threads "
                              "only, and not of tasks",
                              where);
        return false;
    }
    const Proc *claim = program_claim(job->program, job->properties);
    if (!claim)
        return true;
    *why = (Reason){"hunt does not ask whether procedures are atomic: --engine=explore does",
                    claim->pos, claim->name};
    return false;
}

static void run(Job *job)
{
    uint32_t where;
    bool reduces = !job->options->no_reduction && job->runs_in == MEMORY_SC &&
                   !program_asks_objects(job->program, &where);
    MachineOptions options = {.memory = machine_memory(job->runs_in),
                              .history = (uint32_t)job->options->history,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .track_owners = reduces,
                              .rounds = reduces && job_passes_rounds(job),
                              .most_threads = job->most_threads,
                              .most_calls = job_most_calls(job),
                              .most_tasks = (uint32_t)job->options->tasks,
                              .predicates = (job->properties & PROPERTY_ACCESS) != 0};
    Hunt h = {.job = job, .m = machine_new(job->program, options), .reduces = reduces};
    h.finds_races = machine_finds_races(h.m);
    if (reduces)
        movers_begin(&h.movers, h.m, job->program, job->properties);
    h.movers.most_forks = MOST_FORKS;
    h.races = (Races){.m = h.m,
                      .v = reduces ? &h.movers : NULL,
                      .behind = reduces,
                      .properties = job->properties};
    if (begin(&h))
        hunt(&h);
    budget_clear_line(&job->budget);
    fill_stats(&h);
    answer(&h);
    preempts_free(&h.preempts);
    races_free(&h.races);
    movers_end(&h.movers);
    outcomes_free(&h.out);
    state_free(&h.first);
    state_free(&h.state);
    route_free(&h.path);
    vec_free(&h.found.choices);
    vec_free(&h.found.ends);
    vec_free(&h.tried);
    vec_free(&h.priorities);
    machine_free(h.m);
}

const Engine engine_hunt = {
    .name = "hunt",
    .help = "random runs and runs with few preemptions; finds bugs, proves nothing",
    .memory = ENGINE_RUNS_MODELS,
    .accepts = accepts,
    .run = run,
};
