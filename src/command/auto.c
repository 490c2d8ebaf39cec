/* auto.c -- engines take turns until one of them has the answer.
 *
 * A row of a table (rows.h) is an engine, and how much work it gets.  A turn ends when that much work is
 * done; the engine goes on there in its next turn (base/worker.h).  Turns become longer.  Work is
 * counted in steps, not in seconds: the same input has the same turns, the same engine answers, and
 * it says the same, however fast the machine is and whatever else it does.
 *
 * Before the turns begin the first engine has a short one, in which it answers most questions, with
 * the shortest trace; then hunt has one, which finds bugs that are deep but not rare.  It never knows
 * that a program is safe, but where everybody is stopped it may know of some runs that they are right.
 *
 * Explore and summarize look at runs of few threads first.  If there are runs with more, a bag of
 * threads (crowd) may prove that nothing goes wrong, and they themselves begin again with some
 * threads more.
 *
 * If the memory is not sequentially consistent, all but one row look at sequentially consistent runs
 * nevertheless.  A bug that they find is one; if they find no pair of accesses that could tell the
 * difference, there are no other runs; else the last row has to look at the others. */
#include "command/auto.h"

#include "base/log.h"
#include "command/asks.h"
#include "command/concurrent.h"
#include "command/rows.h"
#include "engine/bag/task/task.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/modular/modular.h"
#include "engine/summarize/summarize.h"

enum { FEW_THREADS = 4 };
enum { MANY_THREADS = 12 };  /* with more of them others have their turns in between */
enum { ALL_THREADS = 64 };   /* more than most programs have */
enum { TURNS_FOR_MORE = 3 }; /* --all-errors: so long a search with errors looks for others */
enum { MANY_UNITS = 2 };     /* at first, where there are always more threads: a proof may do */
enum { SHORT = UNIT / 3 };   /* what the first engine, and then hunt, get before their turns */
enum { FOR_TRUTHS = 3 };     /* of these, for cegar, where many truth values vary */

/* An engine at work. */
typedef struct Run {
    const Row *row;
    Job job;
    Worker *worker;
    uint32_t turns; /* that it had */
    uint64_t given; /* work that it may have done at the end of its turn */
    bool ended;
} Run;

/* Of all the work, what one engine has done. */
typedef struct Share {
    const Engine *engine;
    uint64_t work;
} Share;

typedef struct Auto {
    Job *job; /* the question, and at the end the answer */
    VEC(Run *) runs;
    uint32_t most_threads;
    Run *stands;          /* it has come to an end, and stands if nobody knows more; NULL: none */
    Run *paired;          /* it has told of pairs that need another memory; NULL: none */
    const char *gave_up;  /* who did so first, and why; NULL: nobody */
    const Engine *leader; /* see take_lead; NULL: nobody yet */
    bool grows;           /* stacks grow: bound goes before explore */
    bool many_threads;    /* there are runs with more */
    VEC(Bug) bugs;        /* that were found, while there may be others */
    uint64_t work;        /* of those that are gone */
    VEC(Share) shares;    /* the same, engine by engine */
    AutoPause pause;
} Auto;

bool auto_is_answer(const Job *job)
{
    return job->verdict == VERDICT_SAFE || job->verdict == VERDICT_BUG || job->stats.weak_pairs;
}

/* ---- runs ---- */

static void run_engine(Job *job, const Engine *engine)
{
    job_clear(job);
    engine_run(engine, job);
}

static void work(void *of)
{
    Run *run = of;
    run_engine(&run->job, run->row->engine);
}

static void add_run(Auto *a, const Row *row)
{
    Run *run = memory_alloc(sizeof *run);
    const Job *job = a->job;
    run->row = row;
    run->job = (Job){.input = job->input,
                     .program = job->program,
                     .serialized = job->serialized,
                     .sources = job->sources,
                     .options = job->options,
                     .memory = job->memory,
                     .runs_in = row->models ? job->runs_in : MEMORY_SC,
                     .properties = job->properties,
                     .reached = job->reached,
                     .reached_len = job->reached_len,
                     .infers = job->infers,
                     .wants_summaries = job->wants_summaries,
                     .every_value = job->every_value,
                     .most_threads = row->counts ? a->most_threads : 0,
                     .budget = job->budget};
    run->worker = worker_new(work, run);
    run->job.budget.worker = run->worker;
    if (row->role == ROLE_HUNT)
        run->job.budget.most_work /= HUNT_SHARE;
    vec_push(&a->runs, run);
}

static void add_runs(Auto *a, RowKind kind)
{
    const Job *job = a->job;
    for (const Row *row = rows_next(kind, NULL); row; row = rows_next(kind, row)) {
        Job question = *job;
        question.runs_in = row->models ? job->runs_in : MEMORY_SC;
        Reason why = {.text = "it is not worth it here"};
        if ((!row->worth || row->worth(job)) && engine_accepts(row->engine, &question, &why))
            add_run(a, row);
        else
            LOG(AUTO, "%s gets no turn: %s", row->engine->name, why.text);
    }
}

static RowKind kind_of(const Job *job)
{
    Reason why;
    if (job->properties & PROPERTY_LIVE)
        return ROW_LIVE;
    bool bounds = asks_recursion(job) && engine_accepts(&engine_bound, job, &why);
    return program_is_raw(job->program) && !bounds ? ROW_LOOPS : ROW_CALLS;
}

static void count_work(Auto *a, const Engine *engine, uint64_t work)
{
    a->work += work;
    vec_each (Share, share, &a->shares)
        if (share->engine == engine) {
            share->work += work;
            return;
        }
    if (work)
        vec_push(&a->shares, ((Share){engine, work}));
}

static void free_run(Auto *a, Run *run)
{
    if (!run->job.budget.reason)
        run->job.budget.reason = a->job->budget.reason;
    worker_free(run->worker);
    count_work(a, run->row->engine, run->job.budget.work);
    arena_join(&a->job->arena, &run->job.arena); /* texts of bugs that were set aside */
    job_free(&run->job);
    memory_free(run);
}

static Run *run_of(const Auto *a, const Engine *engine)
{
    vec_each (Run *, run, &a->runs)
        if ((*run)->row->engine == engine)
            return *run;
    return NULL;
}

/* Until so much work is done; true: it has come to its end. */
static bool go(Run *run, uint64_t until)
{
    run->ended = worker_go(run->worker, until);
    LOG(AUTO, "%s: %s after %llu steps", run->row->engine->name,
        run->ended ? "ends" : "goes on later", (unsigned long long)run->job.budget.work);
    return run->ended;
}

static bool give_turn(const Auto *a, Run *run)
{
    enum { MOST_DOUBLINGS = 30 };
    const Row *row = run->row;
    uint32_t doublings = run->turns < MOST_DOUBLINGS ? run->turns : MOST_DOUBLINGS;
    uint64_t units = run->turns ? (uint64_t)row->later << (doublings - 1) : row->first;
    if (!run->turns && row->counts && a->many_threads && units > MANY_UNITS)
        units = MANY_UNITS;
    run->turns++;
    run->given += units * UNIT;
    LOG(AUTO, "%s: turn %u, %llu units of work", row->engine->name, run->turns,
        (unsigned long long)units);
    return go(run, run->given);
}

/* Before its first turn, of which this is a part. */
static bool give_short_turn(Run *run, uint64_t steps)
{
    LOG(AUTO, "%s: a short turn, %llu steps", run->row->engine->name, (unsigned long long)steps);
    return go(run, steps);
}

/* Whoever is interrupted says how far it has come. */
static bool end_run(Run *run, const char *reason)
{
    if (!run->ended) {
        run->job.budget.reason = reason;
        run->ended = worker_go(run->worker, worker_until(run->worker));
    }
    return run->ended;
}

/* ---- what an end means ---- */

static void set_bugs_aside(Auto *a, Job *job)
{
    while (job->bugs.len)
        vec_push(&a->bugs, vec_pop(&job->bugs));
    job->verdict = VERDICT_UNKNOWN;
}

static void add_bugs(Auto *a)
{
    Job *job = a->job;
    while (a->bugs.len) {
        Bug bug = vec_pop(&a->bugs);
        if (job_has_bug(job, bug.error, bug.where))
            bug_free(&bug);
        else
            vec_push(&job->bugs, bug);
    }
    if (job->bugs.len)
        job->verdict = VERDICT_BUG;
}

static bool has_answer(const Run *run)
{
    const Job *job = &run->job;
    if (asks_pairs(job))
        return false;
    if (run->row->role != ROLE_PROOF && run->row->role != ROLE_CROWD)
        return auto_is_answer(job) && !asks_more_bugs(job);
    return job->stats.weak_pairs || (job->verdict == VERDICT_SAFE && !job->undefined.text);
}

/* All runs of so many threads are known: those who count begin again with some more. */
static void count_further(Auto *a, bool soon)
{
    bool twice = soon && a->most_threads <= MANY_THREADS;
    uint32_t more = a->most_threads + (twice ? a->most_threads : 1 + a->most_threads / 4);
    a->many_threads = true;
    a->most_threads = more;
    LOG(AUTO, "there are runs with more threads: begin again with up to %u", more);
    for (size_t i = 0; i < a->runs.len; i++) {
        Run *run = a->runs.at[i];
        if (!run->row->counts || (a->paired && !run->row->models))
            continue;
        size_t count = a->runs.len;
        add_run(a, run->row);
        a->runs.at[i] = a->runs.at[count];
        a->runs.len = count;
        a->runs.at[i]->turns = run->turns;
        if (run == a->stands)
            continue;
        free_run(a, run);
    }
}

static void drop_stands(Auto *a)
{
    bool listed = false;
    vec_each (Run *, run, &a->runs)
        listed |= *run == a->stands;
    if (a->stands && !listed)
        free_run(a, a->stands);
    a->stands = NULL;
}

/* Nobody needs to look at sequentially consistent runs any more. */
static void leave_to_model(Auto *a, Run *paired)
{
    a->paired = paired;
    vec_each (Run *, run, &a->runs)
        if (!(*run)->row->models)
            end_run(*run, "there are runs that are not sequentially consistent");
}

/* A run has come to its end without an answer. */
static void note_end(Auto *a, Run *run)
{
    Job *job = &run->job;
    if (asks_pairs(job)) {
        leave_to_model(a, run);
        return;
    }
    bool explores = run->row->engine == &engine_explore;
    if (run->row->role == ROLE_HUNT)
        return;
    LOG(AUTO, "%s has no answer that counts: %s", run->row->engine->name,
        job->reason ? job->reason : "it gives no reason");
    if (asks_more_bugs(job))
        set_bugs_aside(a, job);
    if (run->row->counts && job->many_threads && !job->grows) {
        drop_stands(a);
        a->stands = run;
        count_further(a, job->budget.work < SHORT / 4);
        return;
    }
    a->grows |= job->grows;
    if (!a->gave_up && run->row->role == ROLE_SEARCH && job->reason)
        a->gave_up = arena_print(&a->job->arena, "%s gave up: %s", run->row->engine->name,
                                 job_placed_reason(job, &a->job->arena));
    if (explores) {
        drop_stands(a);
        a->stands = run;
    }
}

/* ---- the answer ---- */

/* What it says holds for all inputs, also where a search can only try some. */
static bool knows_inputs(const Row *row)
{
    return row->role == ROLE_INPUTS || row->role == ROLE_PROOF;
}

static const char *why(const Auto *a, const Run *run, Arena *arena)
{
    const Engine *engine = run->row->engine, *first = a->runs.at[0]->row->engine;
    if (run->row->models && a->paired)
        return "accesses meet that are not seq_cst";
    if (knows_inputs(run->row))
        return "no search comes to an end, or not all inputs were tried";
    if (a->many_threads)
        return arena_print(arena, "more than %u threads are created", FEW_THREADS);
    if (a->gave_up && !(run == a->stands && engine == first))
        return arena_copy(arena, a->gave_up, strlen(a->gave_up));
    if (engine == first)
        return "the first choice";
    return arena_print(arena, "%s did not come to an end in its turn%s", first->name,
                       engine == &engine_bound ? ", and there is recursion" : "");
}

/* The run's job becomes the answer. */
static void answer_with(Auto *a, Run *run)
{
    Job *job = a->job;
    const char *because = why(a, run, &run->job.arena);
    Job answer = run->job;
    run->job = (Job){.budget = {.reason = answer.budget.reason}};
    answer.budget.worker = NULL;
    answer.why = because;
    LOG(AUTO, "the answer is that of %s: %s", run->row->engine->name, because);
    count_work(a, run->row->engine, answer.budget.work);
    arena_join(&answer.arena, &job->arena);
    job_free(job);
    *job = answer;
}

/* Nobody knows: who has come furthest? */
static Run *best_run(const Auto *a)
{
    Run *bound = run_of(a, &engine_bound), *explore = run_of(a, &engine_explore);
    Run *model = a->paired;
    vec_each (Run *, run, &a->runs)
        if ((*run)->row->models && (*run)->row->engine == &engine_explore)
            model = *run;
    if (a->paired && !a->stands)
        return model;
    if (a->stands && (a->stands->job.verdict == VERDICT_BOUNDED || !a->job->budget.reason))
        return a->stands;
    if (a->paired)
        return model;
    if (bound && bound->ended && bound->job.verdict == VERDICT_BOUNDED)
        return bound;
    return explore;
}

/* Stacks grow: explore will not come to an end, and bound takes its place in the line. */
static void let_bound_go_first(Auto *a, size_t from)
{
    for (size_t i = from; i + 1 < a->runs.len; i++) {
        Run *run = a->runs.at[i], *next = a->runs.at[i + 1];
        if (run->row->engine == &engine_explore && next->row->engine == &engine_bound) {
            a->runs.at[i] = next;
            a->runs.at[i + 1] = run;
        }
    }
}

/* Hunt has nothing to do where all runs are known, and symbolic, which unrolls threads, where there are many. */
static bool is_idle(const Auto *a, const Run *run)
{
    if (run->row->role == ROLE_INPUTS)
        return a->many_threads;
    return run->row->role == ROLE_HUNT && a->stands && !a->stands->job.many_threads;
}

/* All runs of so many threads were soon known: with some more threads it goes on at once. */
static bool counts_on(const Auto *a, const Run *run, size_t i)
{
    bool few = a->most_threads <= MANY_THREADS;
    return few && a->stands == run && a->runs.at[i] != run && run->job.budget.work < SHORT;
}

/* There is no answer yet, and much was done: somebody may want to use the time. */
static void pause_runs(Auto *a)
{
    uint64_t work = a->work;
    vec_each (Run *, run, &a->runs)
        work += (*run)->job.budget.work;
    if (!a->pause.call || work < a->pause.work)
        return;
    a->pause.call(a->pause.self);
    a->pause.work = 2 * work;
}

/* ---- a search that leads ---- */

/* Explore and summarize are the two that decide finite models, and which of them is the faster one is
 * not known before.  One leads: whoever has come much deeper, with no more work.  All others together
 * have less than a fifth of its work, so that the answer takes no more than 1.2 times what the leader
 * alone would have needed, and the first looks.  After that many steps the model may well have no end;
 * then those who prove have their turns. */
enum { LOOK = UNIT / 60, GLANCE = UNIT / 300, LEADS = 32 * UNIT };

/* Not where recursion, numbers, many threads or another memory leave the answer to somebody else. */
static bool leads(const Auto *a)
{
    return asks_bug(a->job) && a->most_threads <= MANY_THREADS && !asks_weak(a->job) &&
           !run_of(a, &engine_bound) && !run_of(a, &engine_modular) && run_of(a, &engine_explore) &&
           a->runs.at[0]->row->engine == &engine_summarize && !a->paired;
}

/* The first look of each; where nobody calls anything there is little that summaries share. */
static uint64_t steps_of_look(const Auto *a)
{
    return asks_calls(a->job) ? LOOK : GLANCE;
}

static uint64_t depth_of(const Run *run)
{
    return run->job.stats.depth > run->job.deepest ? run->job.stats.depth : run->job.deepest;
}

/* Much deeper, with no more work but what one looks at the clock later. */
static bool is_ahead(const Run *run, const Run *other)
{
    return 2 * depth_of(run) > 3 * depth_of(other) &&
           run->job.budget.work <= other->job.budget.work + LOOK / 4;
}

/* Who led before goes on, unless it has ended or the other one is ahead. */
static Run *choose_leader(Auto *a)
{
    Run *explore = run_of(a, &engine_explore), *summarize = run_of(a, &engine_summarize);
    Run *led = a->leader == &engine_summarize ? summarize : explore;
    Run *other = led == summarize ? explore : summarize;
    if (!led || led->ended ||
        (other && !other->ended && other->job.budget.work && is_ahead(other, led)))
        led = other && !other->ended ? other : explore;
    a->leader = led->row->engine;
    return led;
}

/* All that the engine has done, with fewer threads, too. */
static uint64_t work_of(const Auto *a, const Engine *engine)
{
    uint64_t work = 0;
    vec_each (Share, share, &a->shares)
        work += share->engine == engine ? share->work : 0;
    vec_each (Run *, run, &a->runs)
        work += (*run)->row->engine == engine ? (*run)->job.budget.work : 0;
    return work;
}

/* Those behind the leader catch up; who has the answer, or NULL. */
static Run *let_follow(Auto *a, const Run *leader)
{
    uint64_t led = work_of(a, leader->row->engine);
    for (size_t i = 0; i < a->runs.len; i++) {
        Run *run = a->runs.at[i];
        uint64_t due = led * run->row->share / 100, done = work_of(a, run->row->engine);
        if (run == leader || run->ended || due < done + LOOK)
            continue;
        bool ended = go(run, run->job.budget.work + due - done);
        if (ended && has_answer(run))
            return run;
        if (budget_exhausted(&a->job->budget))
            return NULL;
        if (ended)
            note_end(a, run);
    }
    return NULL;
}

/* The leader goes on, the others follow at a distance. */
static Run *take_lead(Auto *a)
{
    Run *winner = NULL;
    while (leads(a) && !a->grows && !(a->stands && !a->stands->job.many_threads)) {
        Run *leader = choose_leader(a);
        uint64_t done = leader->job.budget.work;
        if (leader->ended || work_of(a, leader->row->engine) >= LEADS)
            break;
        bool ended = go(leader, done < 4 * LOOK ? 4 * LOOK : done + done / 2);
        if (ended && has_answer(leader))
            return leader;
        if (budget_exhausted(&a->job->budget))
            return NULL;
        if (ended)
            note_end(a, leader);
        else if ((winner = let_follow(a, leader)) || budget_exhausted(&a->job->budget))
            return winner;
        pause_runs(a);
    }
    vec_each (Run *, run, &a->runs) /* the turns that follow are for what is still to be done */
        (*run)->given = leads(a) ? (*run)->job.budget.work : 0;
    return NULL;
}

static bool has_short_turn(const Auto *a, const Run *run, bool searching)
{
    if (run->row->models && !a->paired && run->row->kinds != ROW_LIVE)
        return false;
    switch (run->row->early) {
    case EARLY_NEVER:
        return false;
    case EARLY_FIRST:
        return run == a->runs.at[0];
    case EARLY_ALWAYS:
        return true;
    case EARLY_SEARCH:
        return searching && !leads(a);
    case EARLY_THREADS:
        return a->many_threads;
    case EARLY_FEW:
        return !a->many_threads;
    case EARLY_INPUTS:
        return asks_inputs(a->job) || asks_truths(a->job);
    }
    return false;
}

/* With a bound on threads many runs are dropped half-way, and those who wait for the others do not come to it: all
 * of them together may be fewer states.  The first engine looks for a short while; NULL: it has no answer. */
static Run *look_at_all(Auto *a)
{
    size_t count = a->runs.len;
    uint32_t most = a->most_threads;
    a->most_threads = ALL_THREADS;
    add_run(a, a->runs.at[0]->row);
    a->most_threads = most;
    Run *run = a->runs.at[count];
    if (give_short_turn(run, SHORT) && has_answer(run))
        return run;
    end_run(run, "others have their turns");
    a->runs.len = count;
    free_run(a, run);
    return NULL;
}

/* Most answers come at once, and those of the engine that goes first are the best; if it takes longer
 * explore may be done sooner, and then hunt looks for bugs.  With some threads more they begin again,
 * but not for ever: a bag of threads often knows at once what is so for any number of them. */
static Run *take_short_turns(Auto *a)
{
    bool searching = true;
    uint32_t times = 2, threads = a->most_threads; /* that it begins again */
    uint64_t steps = leads(a) ? steps_of_look(a) : SHORT;
    for (size_t i = 0; i < a->runs.len; i++) {
        Run *run = a->runs.at[i];
        if (run->ended || !has_short_turn(a, run, searching))
            continue;
        bool truths = run->row->early == EARLY_INPUTS && asks_truths(a->job);
        bool ended = give_short_turn(run, truths ? FOR_TRUTHS * SHORT : steps * run->row->looks);
        if (ended && has_answer(run))
            return run;
        if (budget_exhausted(&a->job->budget))
            return NULL;
        if (run->row->role == ROLE_SEARCH)
            searching = !ended;
        if (ended)
            note_end(a, run);
        if (a->most_threads > threads && times && times--) {
            Run *all = times && !leads(a) && i == 0 && !a->paired ? look_at_all(a) : NULL;
            if (all || budget_exhausted(&a->job->budget))
                return all;
            threads = a->most_threads;
            searching = true;
            i = SIZE_MAX; /* the first one is next */
        }
    }
    return NULL;
}

/* One round of turns: whoever has the answer, or NULL. */
static Run *take_turns(Auto *a)
{
    for (size_t i = 0; i < a->runs.len; i++) {
        Run *run = a->runs.at[i];
        if (run->ended || is_idle(a, run))
            continue;
        bool ended = give_turn(a, run);
        if (!ended && run->job.bugs.len && run->turns == TURNS_FOR_MORE)
            ended = end_run(run, "errors were found, and there may be others: the search did not "
                                 "come to an end in its turns");
        if (ended && has_answer(run))
            return run;
        if (budget_exhausted(&a->job->budget))
            return NULL;
        if (ended)
            note_end(a, run);
        pause_runs(a);
        if (counts_on(a, run, i))
            i--;
        else if (a->grows)
            let_bound_go_first(a, i + 1);
    }
    return NULL;
}

/* Explore knows all runs, and only a proof for all inputs could say more: all who prove have tried. */
static bool is_settled(const Auto *a)
{
    bool settled = a->stands && !a->stands->job.many_threads;
    vec_each (Run *, run, &a->runs)
        if (knows_inputs((*run)->row))
            settled &= (*run)->turns || (*run)->ended;
    return settled;
}

/* Hunt may go on for ever, and has had its turns. */
static bool all_ended(const Auto *a)
{
    bool ended = true;
    vec_each (Run *, run, &a->runs)
        ended &= (*run)->ended || (*run)->row->role == ROLE_HUNT || is_idle(a, *run);
    return ended;
}

/* Everybody was stopped: hunt may know of some runs that they are right. */
static void tell_covered(const Auto *a, Job *job)
{
    if (!asks_covered(job))
        return;
    vec_each (Run *, run, &a->runs)
        if ((*run)->row->role == ROLE_HUNT)
            job_take_covered(job, &(*run)->job);
}

/* Was each run looked at, as far as it creates so many threads?  Of a search that was stopped hunt
 * may make the answer bounded, too: ask before. */
static bool knows_threads(const Job *job)
{
    return job->verdict == VERDICT_BOUNDED && job->many_threads && job->most_threads &&
           !job->options->tasks && !job->undefined.text && !job->bound.counts;
}

static void tell_threads(Job *job)
{
    const char *text =
        arena_print(&job->arena, "nothing goes wrong before more than %u threads are created",
                    job->most_threads);
    job->covered = job->covered ? arena_print(&job->arena, "%s; %s", text, job->covered) : text;
}

/* `explore 120000, hunt 60000 steps` */
static const char *shares_text(const Auto *a, Arena *arena)
{
    const char *text = NULL;
    vec_each (Share, share, &a->shares)
        text = arena_print(arena, "%s%s%s %llu", text ? text : "", text ? ", " : "",
                           share->engine->name, (unsigned long long)share->work);
    return text ? arena_print(arena, "%s steps", text) : NULL;
}

/* All have ended.  Was it a limit that ended the one that has come furthest?  NULL: no. */
static const char *limit_of(const Auto *a)
{
    if (a->job->budget.most_work)
        return "so much work was allowed";
    const char *reason = best_run(a)->job.budget.reason;
    return reason && strstr(reason, "-limit)") ? reason : NULL;
}

static void run_in_turns(Job *job, AutoPause pause)
{
    Auto a = {.job = job, .most_threads = FEW_THREADS, .pause = pause};
    add_runs(&a, kind_of(job));
    Run *winner = take_short_turns(&a);
    if (!winner && !budget_exhausted(&job->budget))
        winner = take_lead(&a);
    while (!winner && !budget_exhausted(&job->budget) && !is_settled(&a) && !all_ended(&a))
        winner = take_turns(&a);
    if (!winner && !job->budget.reason)
        job->budget.reason = limit_of(&a);
    if (!winner) {
        for (size_t i = 0; i < a.runs.len && job->budget.reason; i++)
            end_run(a.runs.at[i], job->budget.reason);
        winner = best_run(&a);
    }
    Budget budget = job->budget;
    answer_with(&a, winner);
    job->budget.reason = budget.reason;
    add_bugs(&a);
    bool threads = knows_threads(job);
    tell_covered(&a, job);
    if (threads)
        tell_threads(job);
    vec_free(&a.bugs);
    drop_stands(&a);
    vec_each (Run *, run, &a.runs)
        free_run(&a, *run);
    vec_free(&a.runs);
    job->turns = a.shares.len > 1 ? shares_text(&a, &job->arena) : NULL;
    vec_free(&a.shares);
    job->stats.work = a.work;
}

/* ---- programs that post tasks ---- */

/* Bags are exact; where numbers grow without end predicates may stand for them. */
static Run *take_task_turns(Auto *a)
{
    Run *bag = a->runs.at[0];
    if (give_short_turn(bag, SHORT) && !bag->job.grows)
        return bag;
    while (!all_ended(a) && !budget_exhausted(&a->job->budget))
        for (size_t k = a->runs.len; k-- > 0;) {
            Run *run = a->runs.at[k];
            bool ended = run->ended || give_turn(a, run);
            if (ended && auto_is_answer(&run->job))
                return run;
            if (budget_exhausted(&a->job->budget))
                return NULL;
        }
    return NULL;
}

/* False: another engine must answer. */
static bool run_tasks(Job *job)
{
    Reason why;
    if (!tasks_posted(job->program) || !engine_accepts(&engine_tasks, job, &why) ||
        job->options->no_reduction)
        return false;
    Auto a = {.job = job};
    add_runs(&a, ROW_TASKS);
    Run *winner = take_task_turns(&a);
    Budget budget = job->budget;
    if (!winner) {
        winner = a.runs.at[0];
        end_run(winner, budget.reason);
    }
    bool bag = winner == a.runs.at[0];
    answer_with(&a, winner);
    job->budget.reason = budget.reason;
    vec_each (Run *, run, &a.runs)
        free_run(&a, *run);
    vec_free(&a.runs);
    job->turns = a.shares.len > 1 ? shares_text(&a, &job->arena) : NULL;
    vec_free(&a.shares);
    job->stats.work = a.work;
    job->why = bag ? "the program posts tasks" : "numbers grow without end";
    return job->verdict != VERDICT_UNKNOWN || job->budget.reason || job->grows;
}

void auto_run(Job *job, AutoPause pause)
{
    if (run_tasks(job))
        return;
    if (job->options->concurrent)
        concurrent_run(job);
    else
        run_in_turns(job, pause);
}

void auto_look_further(Job *job)
{
    enum { THREADS = 2 * FEW_THREADS };
    const Row *row = rows_next(ROW_REST, NULL);
    job->engine = row->engine->name;
    job->most_threads = THREADS;
    job->budget.most_work = job->budget.work + row->first * UNIT;
    job->budget.worker = NULL;
    engine_run(row->engine, job);
}
