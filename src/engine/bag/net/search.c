/* search.c -- can a target of a Petri net be covered?  Several methods, racing.
 *
 *   what matters of the net                     core.c      method "bounds" if nothing does
 *   exact proofs by linear programs             refute.c    "state inequation", "continuous"
 *   backward by minimal demands, with those     backward.c  "backward"
 *   forward with counters cut at c              cut.c       "forward"
 *   forward with accelerations                  pump.c      "accelerated"
 *   forward by the distance to a target         directed.c  "directed"
 *
 * The searches take turns: next is the one that has worked least.  Work is counted, not timed, so
 * that a run repeats exactly.
 * The first that has an answer wins.  Always ends with safe or bug, given time and memory: all
 * but the last decide every net.
 *
 * Safe comes with a proof (result/proof.h), a bug with the transitions of a run; check/ goes over
 * both. */
#include "engine/bag/net/search.h"

#include "engine/bag/net/backward.h"
#include "engine/bag/net/directed.h"
#include "engine/bag/net/net_steps.h"
#include "engine/bag/net/proof.h"
#include "engine/bag/net/pump.h"
#include "engine/bag/net/trace.h"

#include <inttypes.h>

enum {
    TURN = 4000000,           /* work of a turn */
    STEPS_A_PROGRAM = 1000,   /* work of a linear program */
    ITEM_BYTES = 40,          /* of memory that an item of a search takes, about */
    RUNNERS = 5,              /* that share the memory */
    DEFAULT_MEGABYTES = 1600, /* for all of them, without --memory-limit */
};

typedef struct NetRace {
    Job *job;
    Core core;
    Refuter refuter;
    NetSteps back_steps, drop_steps, fill_steps, pump_steps, directed_steps;
    Backward backward;
    Cut drop, fill;
    Pump pump;
    Directed directed;
    size_t most_items; /* of one search */
    Progress progress[RUNNERS];
    bool searching; /* the searches have begun */
} NetRace;

/* ---- the runners ---- */

static Progress limit(const NetRace *r, const BagSet *set, Progress progress)
{
    bool full = set->items.len > r->most_items;
    return full && progress == PROGRESS_RUNNING ? PROGRESS_STUCK : progress;
}

static Progress run_backward(NetRace *r)
{
    return limit(r, &r->backward.demands, backward_run(&r->backward, TURN));
}

static Progress run_drop(NetRace *r)
{
    return limit(r, &r->drop.markings, cut_run(&r->drop, TURN));
}

static Progress run_fill(NetRace *r)
{
    return limit(r, &r->fill.markings, cut_run(&r->fill, TURN));
}

static Progress run_pump(NetRace *r)
{
    return limit(r, &r->pump.markings, pump_run(&r->pump, TURN));
}

static Progress run_directed(NetRace *r)
{
    return limit(r, &r->directed.markings, directed_run(&r->directed, TURN));
}

static uint64_t work_backward(const NetRace *r)
{
    return backward_work(&r->backward);
}

static bool trace_backward(const NetRace *r, Labels *labels)
{
    backward_trace(&r->backward, labels);
    return true;
}

static uint64_t work_drop(const NetRace *r)
{
    return cut_work(&r->drop);
}

static bool trace_drop(const NetRace *r, Labels *labels)
{
    cut_trace(&r->drop, labels);
    return true;
}

static uint64_t work_fill(const NetRace *r)
{
    return cut_work(&r->fill);
}

static bool trace_fill(const NetRace *r, Labels *labels)
{
    cut_trace(&r->fill, labels);
    return true;
}

static uint64_t work_pump(const NetRace *r)
{
    return pump_work(&r->pump);
}

static bool trace_pump(const NetRace *r, Labels *labels)
{
    return pump_trace(&r->pump, labels);
}

static uint64_t work_directed(const NetRace *r)
{
    return directed_work(&r->directed);
}

static bool trace_directed(const NetRace *r, Labels *labels)
{
    directed_trace(&r->directed, labels);
    return true;
}

static void prove_backward(NetRace *r)
{
    proof_add_demands(&r->job->proof, &r->core, &r->backward.demands);
}

static void prove_drop(NetRace *r)
{
    proof_add_markings(&r->job->proof, &r->core, &r->drop.markings);
}

static void prove_fill(NetRace *r)
{
    proof_add_markings(&r->job->proof, &r->core, &r->fill.markings);
}

static void prove_pump(NetRace *r)
{
    proof_add_markings(&r->job->proof, &r->core, &r->pump.markings);
}

static uint32_t cut_of_drop(const NetRace *r)
{
    return r->drop.c;
}

static uint32_t cut_of_fill(const NetRace *r)
{
    return r->fill.c;
}

typedef struct Runner {
    const char *method;
    Progress (*run)(NetRace *r);
    uint64_t (*work)(const NetRace *r);
    bool (*trace)(const NetRace *r, Labels *labels); /* false: the run is too long */
    void (*prove)(NetRace *r);
    uint32_t (*cut)(const NetRace *r);
} Runner;

static const Runner runners[RUNNERS] = {
    {"backward", run_backward, work_backward, trace_backward, prove_backward, NULL},
    {"directed", run_directed, work_directed, trace_directed, NULL, NULL},
    {"forward", run_drop, work_drop, trace_drop, prove_drop, cut_of_drop},
    {"forward", run_fill, work_fill, trace_fill, prove_fill, cut_of_fill},
    {"accelerated", run_pump, work_pump, trace_pump, prove_pump, NULL},
};

static bool is_chosen(const Job *job, const char *method)
{
    return strcmp(job->options->method, "all") == 0 || strcmp(job->options->method, method) == 0;
}

/* ---- answers ---- */

static void say_safe(NetRace *r, const char *method)
{
    r->job->verdict = VERDICT_SAFE;
    r->job->method = method;
    proof_add_bounds(&r->job->proof, &r->core);
    proof_add_refutations(&r->job->proof, &r->core, &r->refuter);
    if (!r->job->proof.kind)
        r->job->proof.kind = PROOF_DEMANDS;
}

static void say_bug(NetRace *r, const char *method, Labels *labels)
{
    Bug bug = {.error = ERR_TARGET};
    trace_shorten(&r->core, labels);
    vec_each (uint32_t, label, labels) {
        TraceStep step = {.thread = "net"};
        assert(*label < r->core.transitions);
        vec_push(&step.choices, r->core.net_transition[*label]);
        vec_push(&bug.steps, step);
    }
    vec_push(&r->job->bugs, bug);
    r->job->errors = 1;
    r->job->verdict = VERDICT_BUG;
    r->job->method = method;
}

/* ---- the race ---- */

/* Whether exact proofs by linear programs exclude all targets. */
static bool refute_targets(NetRace *r)
{
    size_t left = 0, stages = 0;
    refuter_add_invariants(&r->refuter);
    vec_each (CoreTarget, target, &r->core.targets) {
        Bag bag = core_target(&r->core, target);
        double value;
        target->refuted = refuter_knows(&r->refuter, bag);
        if (!target->refuted && !core_starts_above(&r->core, bag) &&
            refuter_try(&r->refuter, bag, &value)) {
            target->refuted = true;
            size_t len = vec_last(&r->refuter.known).stages.len;
            stages = len > stages ? len : stages;
        }
        left += !target->refuted;
    }
    if (!left)
        say_safe(r, stages > 1 ? "continuous" : "state inequation");
    return !left;
}

static void begin_searches(NetRace *r)
{
    int64_t megabytes = r->job->options->memory_limit;
    size_t memory = (size_t)(megabytes ? megabytes : DEFAULT_MEGABYTES) << 20;
    r->most_items = memory / RUNNERS / ITEM_BYTES;
    r->searching = true;
    for (size_t i = 0; i < RUNNERS; i++)
        r->progress[i] = PROGRESS_RUNNING;
    net_steps_begin(&r->back_steps, &r->core);
    net_steps_begin(&r->drop_steps, &r->core);
    net_steps_begin(&r->fill_steps, &r->core);
    net_steps_begin(&r->pump_steps, &r->core);
    net_steps_begin(&r->directed_steps, &r->core);
    backward_begin(&r->backward, &r->core, &r->back_steps.steps, &r->refuter);
    cut_begin(&r->drop, &r->core, &r->drop_steps.steps, CUT_DROP);
    cut_begin(&r->fill, &r->core, &r->fill_steps.steps, CUT_FILL);
    pump_begin(&r->pump, &r->core, &r->pump_steps.steps);
    directed_begin(&r->directed, &r->core, &r->directed_steps.steps);
}

static void end_searches(NetRace *r)
{
    backward_free(&r->backward);
    cut_free(&r->drop);
    cut_free(&r->fill);
    pump_free(&r->pump);
    directed_free(&r->directed);
    net_steps_free(&r->back_steps);
    net_steps_free(&r->drop_steps);
    net_steps_free(&r->fill_steps);
    net_steps_free(&r->pump_steps);
    net_steps_free(&r->directed_steps);
}

static void count_work(const NetRace *r)
{
    Stats *stats = &r->job->stats;
    stats->demands = r->backward.looked;
    stats->markings = r->drop.looked + r->fill.looked + r->pump.looked + r->directed.looked;
    stats->refuted = r->backward.refuted;
    stats->states = stats->demands + stats->markings;
    stats->transitions = r->backward.demands.entries.len + r->drop.markings.entries.len +
                         r->fill.markings.entries.len + r->pump.markings.entries.len +
                         r->directed.markings.entries.len;
    stats->linear_programs = r->refuter.solved + r->directed.solved;
}

static void show_progress(const NetRace *r)
{
    count_work(r);
    budget_show_progress(&r->job->budget, &(Headway){.unit = "demands",
                                                     .count = r->job->stats.demands,
                                                     .more = "markings",
                                                     .more_count = r->job->stats.markings,
                                                     .level = "c",
                                                     .reached = r->fill.c});
}

static bool found(NetRace *r, const Runner *runner)
{
    Labels labels = {0};
    bool short_enough = runner->trace(r, &labels);
    if (short_enough)
        say_bug(r, runner->method, &labels);
    vec_free(&labels);
    return short_enough;
}

/* One turn of a runner.  True: it has the answer. */
static bool take_turn(NetRace *r, const Runner *runner, Progress *progress)
{
    *progress = runner->run(r);
    if (*progress == PROGRESS_CLOSED && runner->prove) {
        runner->prove(r);
        say_safe(r, runner->method);
    } else if (*progress != PROGRESS_FOUND || !found(r, runner))
        return false;
    r->job->cut = runner->cut ? runner->cut(r) : 0;
    return true;
}

/* The one that runs and has worked least; RUNNERS: none runs. */
static size_t next_runner(const NetRace *r)
{
    size_t next = RUNNERS;
    for (size_t i = 0; i < RUNNERS; i++)
        if (r->progress[i] == PROGRESS_RUNNING && is_chosen(r->job, runners[i].method) &&
            (next == RUNNERS || runners[i].work(r) < runners[next].work(r)))
            next = i;
    return next;
}

static bool counts_too_far(const NetRace *r)
{
    return r->back_steps.steps.overflow || r->drop_steps.steps.overflow ||
           r->fill_steps.steps.overflow || r->pump_steps.steps.overflow ||
           r->directed_steps.steps.overflow || r->drop.c == CUT_MOST || r->fill.c == CUT_MOST;
}

static void say_unknown(NetRace *r)
{
    Job *job = r->job;
    job->verdict = VERDICT_UNKNOWN;
    if (!job->budget.reason && counts_too_far(r)) {
        job->reason = arena_print(&job->arena,
                                  "a run may put more than %" PRIu32
                                  " tokens on a place, and heddle counts no further",
                                  COUNT_MOST);
        return;
    }
    job->reason = job->budget.reason           ? job->budget.reason
                  : job->options->memory_limit ? "the memory limit was reached (--memory-limit)"
                                               : "the searches need more memory (--memory-limit)";
}

bool net_race_turn(NetRace *r)
{
    size_t next = r->searching ? next_runner(r) : RUNNERS;
    if (!r->searching)
        return true;
    if (next == RUNNERS || budget_exhausted(&r->job->budget)) {
        say_unknown(r);
        return true;
    }
    assert(r->progress[next] == PROGRESS_RUNNING);
    uint64_t before = runners[next].work(r);
    bool answered = take_turn(r, &runners[next], &r->progress[next]);
    assert(runners[next].work(r) >= before && (!answered || r->job->verdict));
    r->job->budget.work += runners[next].work(r) - before;
    return answered;
}

NetRace *net_race_begin(Job *job)
{
    char why[512];
    if (!lp_load(why, sizeof why)) {
        job->verdict = VERDICT_UNKNOWN;
        job->reason = arena_print(&job->arena, "nets need the library Clp: %s", why);
        return NULL;
    }
    NetRace *r = memory_alloc(sizeof *r);
    r->job = job;
    core_make(&r->core, job->net);
    refuter_begin(&r->refuter, &r->core);
    if (!r->core.targets.len)
        say_safe(r, "bounds");
    else if (!is_chosen(job, "backward") || !refute_targets(r))
        begin_searches(r);
    return r;
}

void net_race_free(NetRace *r)
{
    Stats *stats = &r->job->stats;
    if (r->searching) {
        count_work(r);
        end_searches(r);
    }
    stats->invariants = r->refuter.known.len;
    stats->linear_programs += r->refuter.solved * !stats->linear_programs;
    stats->inexact = r->refuter.inexact;
    r->job->budget.work += r->core.targets.len + (uint64_t)r->refuter.solved * STEPS_A_PROGRAM;
    refuter_free(&r->refuter);
    core_free(&r->core);
    memory_free(r);
}

static void search(Job *job)
{
    NetRace *r = net_race_begin(job);
    if (!r)
        return;
    while (!net_race_turn(r))
        if (budget_progress_due(&job->budget))
            show_progress(r);
    net_race_free(r);
    budget_clear_line(&job->budget);
}

/* Whether this target alone can be covered. */
static void search_target(Job *job, NetBag *target)
{
    Net net = *job->net;
    net.targets.at = target;
    net.targets.len = 1;
    Job one = {.input = INPUT_NET, .net = &net, .options = job->options, .budget = job->budget};
    search(&one);
    job->stats.states += one.stats.states;
    job->stats.transitions += one.stats.transitions;
    if (one.verdict == VERDICT_BUG) {
        Bug bug = vec_pop(&one.bugs);
        bug.where = target->pos;
        vec_push(&job->bugs, bug);
        job->errors++;
    } else if (one.verdict == VERDICT_UNKNOWN)
        job->reason = arena_copy(&job->arena, one.reason, strlen(one.reason));
    job->budget = one.budget;
    job_free(&one);
}

/* With --all-errors each target that can be covered is an error. */
static void run(Job *job)
{
    search(job);
    if (job->verdict != VERDICT_BUG || !job->options->all_errors || job->net->targets.len == 1)
        return;
    Bug first = vec_pop(&job->bugs);
    job->errors = 0;
    vec_each (NetBag, target, &job->net->targets)
        search_target(job, target);
    if (job->bugs.len)
        bug_free(&first);
    else
        vec_push(&job->bugs, first);
}

const Engine engine_net = {
    .name = "bag",
    .help = "coverability of Petri nets: backward and forward at once",
    .reads = INPUT_NET,
    .run = run,
};
