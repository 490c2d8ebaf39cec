/* task.c -- programs that post tasks: several searches race, and the first to know answers.
 *
 *   forward, dropping      finds what goes wrong                            task_cut.c
 *   forward, filling       proves that nothing does; its first round gives  task_cut.c
 *                          the control states for
 *   backward               decides                                          task_back.c
 *   the program as a net   decides, by all that net/search.c knows           task_net.c
 *
 * K. Sen, M. Viswanathan, CAV 2006 (backward); R. Jhala, R. Majumdar, POPL 2007 (forward).  A task
 * may call procedures without a bound and post without a bound: it is summarized (runs.h).  The
 * answer is exact.
 *
 * Cannot decide: programs with infinitely many control states (an int that grows, objects without
 * end, recursion of a thread that is no task); deadlocks, where threads other than tasks wait;
 * programs that also create threads. */
#include "engine/bag/task/task.h"

#include "engine/bag/crowd/crowd.h"
#include "engine/bag/task/growth.h"
#include "engine/bag/task/task_net.h"

enum {
    SLICE = 4096,         /* work of a turn */
    FIRST_LOOK = 1 << 11, /* for variables that grow */
    NET_AFTER = 64,       /* rounds of the others before a net is made, */
    NET_EVERY = 16        /* and between its turns, which are long */
};

typedef struct TaskRace {
    Job *job;
    Controls controls;
    TaskCut drop;
    VEC(TaskCut) fills;  /* several at once: a coarse one may not end where a finer one does */
    uint32_t next_fill;  /* the cut of the next one, */
    uint64_t fill_after; /* which begins after so many turns of the others */
    uint64_t fill_turns;
    TaskCut over; /* the first of those that fill which is finished */
    TaskBack back;
    TaskNet net;
    bool has_over, has_net;
    bool net_stuck; /* the net gives no answer */
    uint64_t rounds;
    uint64_t spent; /* work of the machine that the budget knows of */
    bool waits;
    uint32_t next_look; /* for variables that grow, at so many runs */
    bool done;
} TaskRace;

static bool is_chosen(const TaskRace *r, const char *method)
{
    const char *chosen = r->job->options->method;
    return strcmp(chosen, "all") == 0 || strcmp(chosen, method) == 0;
}

/* What the net is asked by, if nothing else is to answer; NULL: others are, too. */
static const char *net_method(const TaskRace *r)
{
    const char *chosen = r->job->options->method;
    if (strcmp(chosen, "net") == 0)
        return "all";
    return strcmp(chosen, "accelerated") == 0 || strcmp(chosen, "directed") == 0 ? chosen : NULL;
}

/* ---- the answers ---- */

static void note_runs(TaskRace *r, const Runs *runs)
{
    r->waits |= runs->waits;
    if (runs->undefined)
        job_note_undefined(r->job, runs->broken, r->job->program->pos.at[runs->broken_pc]);
}

static void say_reason(TaskRace *r, Reason reason)
{
    r->done = true;
    r->job->verdict = VERDICT_UNKNOWN;
    job_give_reason(r->job, reason);
}

static void say_unknown(TaskRace *r, const char *reason)
{
    say_reason(r, (Reason){.text = reason});
}

static void say_safe(TaskRace *r, const char *method, uint32_t cut)
{
    Job *job = r->job;
    const Reason *doubt = machine_doubt(r->controls.stepper.m);
    if (r->controls.stepper.limit.text) {
        say_reason(r, r->controls.stepper.limit);
    } else if (job->undefined.text && program_is_c(job->program)) {
        say_reason(r, job->undefined);
    } else if (doubt) {
        say_reason(r, *doubt);
    } else if (r->waits && job->properties & PROPERTY_DEADLOCK) {
        say_unknown(r, "bag does not decide whether a thread waits for ever; --property=assert "
                       "leaves that out");
    } else {
        r->done = true;
        job->verdict = VERDICT_SAFE;
        job->method = method;
        job->cut = cut;
    }
}

static void say_bug(TaskRace *r, const TraceUnits *units, const char *method, uint32_t cut)
{
    Job *job = r->job;
    if (!task_trace_bug(&r->controls, units)) {
        say_unknown(r, "a run that was found could not be traced: please report");
        return;
    }
    r->done = true;
    job->verdict = VERDICT_BUG;
    job->method = method;
    job->cut = cut;
    job->errors++;
}

/* ---- turns ---- */

/* Few programs need a large c; those that do need a very large one. */
static uint32_t next_cut(uint32_t c)
{
    return c < 4 ? c + 1 : 2 * c;
}

static void raise_drop(TaskRace *r)
{
    uint32_t c = next_cut(r->drop.c);
    note_runs(r, &r->drop.runs);
    task_cut_free(&r->drop);
    task_cut_begin(&r->drop, &r->controls, TASK_DROP, c);
}

static void begin_fill(TaskRace *r)
{
    TaskCut fill;
    task_cut_begin(&fill, &r->controls, TASK_FILL, r->next_fill);
    r->next_fill = next_cut(r->next_fill);
    fill.whole = !r->has_over;
    vec_push(&r->fills, fill);
    r->fill_after *= 2;
}

static void turn_drop(TaskRace *r)
{
    bool chosen = is_chosen(r, "forward"); /* otherwise it only looks for variables that grow */
    if (!task_cut_run(&r->drop, SLICE) || !chosen)
        return;
    if (!r->drop.wrong.len) {
        raise_drop(r);
        return;
    }
    TraceUnits units = {0};
    task_cut_trace(&r->drop, &units);
    say_bug(r, &units, "forward", r->drop.c);
    task_trace_free(&units);
}

/* The first `count` of those that fill are of no use any more. */
static void drop_fills(TaskRace *r, size_t count)
{
    for (size_t k = 0; k < count; k++)
        task_cut_free(&r->fills.at[k]);
    for (size_t k = count; k < r->fills.len; k++)
        r->fills.at[k - count] = r->fills.at[k];
    r->fills.len -= count;
}

/* Something goes wrong at this cut, and so it does at all smaller ones. */
static void end_fill(TaskRace *r, size_t index)
{
    TaskCut *fill = &r->fills.at[index];
    if (r->has_over || !fill->whole) {
        drop_fills(r, index + 1);
        return;
    }
    drop_fills(r, index);
    r->over = r->fills.at[0];
    for (size_t k = 1; k < r->fills.len; k++)
        r->fills.at[k - 1] = r->fills.at[k];
    r->fills.len--;
    r->has_over = true;
    task_back_begin(&r->back, &r->controls, &r->over);
}

static void turn_fill(TaskRace *r)
{
    if (!r->fills.len || r->fill_turns >= r->fill_after)
        begin_fill(r);
    for (size_t k = 0; k < r->fills.len && !r->done; k++) {
        r->fill_turns++;
        if (!task_cut_run(&r->fills.at[k], SLICE))
            continue;
        note_runs(r, &r->fills.at[k].runs);
        if (!r->fills.at[k].wrong.len) {
            say_safe(r, is_chosen(r, "forward") ? "forward" : r->job->options->method,
                     r->fills.at[k].c);
            return;
        }
        end_fill(r, k);
        return;
    }
}

static void turn_back(TaskRace *r)
{
    if (!task_back_run(&r->back, SLICE))
        return;
    if (r->back.found == NO_RUN) {
        say_safe(r, "backward", 0);
        return;
    }
    TraceUnits units = {0};
    task_back_trace(&r->back, &units);
    say_bug(r, &units, "backward", 0);
    task_trace_free(&units);
}

/* The proof is about the net. */
static void say_safe_net(TaskRace *r, const char *method)
{
    Job *job = r->job, *net_job = &r->net.job;
    say_safe(r, method, net_job->cut);
    if (job->verdict != VERDICT_SAFE)
        return;
    job->proof = net_job->proof;
    net_job->proof = (Proof){0};
    net_race_free(r->net.race);
    job->translation = r->net.net;
    r->net.race = NULL;
    r->net.net = NULL;
}

static void turn_net(TaskRace *r)
{
    const char *alone = net_method(r);
    if (!r->has_net)
        task_net_begin(&r->net, &r->controls, &r->over, alone ? alone : "all");
    r->has_net = true;
    Progress progress = task_net_run(&r->net);
    if (progress == PROGRESS_RUNNING)
        return;
    r->net_stuck = true;
    note_runs(r, &r->net.runs);
    if (progress == PROGRESS_STUCK) {
        if (alone)
            say_unknown(r, r->net.job.reason ? r->net.job.reason : "the net is too large");
        return;
    }
    const char *method = arena_print(&r->job->arena, "net, %s", r->net.job.method);
    if (progress == PROGRESS_CLOSED) {
        say_safe_net(r, method);
        return;
    }
    TraceUnits units = {0};
    task_net_trace(&r->net, &units);
    say_bug(r, &units, method, r->net.job.cut);
    task_trace_free(&units);
}

static bool net_is_due(const TaskRace *r)
{
    if (!r->has_over || r->net_stuck)
        return false;
    if (net_method(r))
        return true;
    return is_chosen(r, "net") && r->rounds >= NET_AFTER && r->rounds % NET_EVERY == 0;
}

/* Very many states can mean infinitely many: is it one variable?  What the dropping search meets is
 * real. */
static void look_for_growth(TaskRace *r)
{
    if (r->drop.runs.nodes.len < r->next_look)
        return;
    r->next_look = (uint32_t)r->drop.runs.nodes.len * 2;
    Reason reason = growth_find(&r->drop.runs, r->job->program, &r->job->arena);
    if (!reason.text)
        return;
    say_reason(r, reason);
    r->job->grows = true;
}

/* ---- the race ---- */

static void begin(TaskRace *r)
{
    controls_start(&r->controls);
    task_cut_begin(&r->drop, &r->controls, TASK_DROP, 1);
    r->has_over = r->has_net = r->net_stuck = false;
    r->next_fill = 1;
    r->fill_after = 8;
    r->fill_turns = 0;
}

static void end(TaskRace *r)
{
    task_cut_free(&r->drop);
    drop_fills(r, r->fills.len);
    if (r->has_net)
        task_net_free(&r->net);
    if (r->has_over) {
        task_back_free(&r->back);
        task_cut_free(&r->over);
    }
}

static void show_progress(TaskRace *r)
{
    if (budget_progress_due(&r->job->budget))
        budget_show_progress(&r->job->budget,
                             &(Headway){.unit = "states",
                                        .count = controls_count(&r->controls),
                                        .more = "demands",
                                        .more_count = r->has_over ? r->back.demands.len : 0,
                                        .level = "c",
                                        .reached = r->drop.c});
}

/* What the round was worth; maybe another engine has a turn now. */
static bool spend(TaskRace *r)
{
    enum { ROUND = SLICE / 4 }; /* of the searches themselves */
    uint64_t work = machine_work(r->controls.stepper.m), before = r->spent;
    r->spent = work;
    return budget_spend(&r->job->budget, work - before + ROUND);
}

static void race(TaskRace *r)
{
    Stepper *s = &r->controls.stepper;
    begin(r);
    while (!r->done) {
        turn_drop(r);
        if (!r->done && (is_chosen(r, "forward") || !r->has_over))
            turn_fill(r);
        if (!r->done && r->has_over && is_chosen(r, "backward"))
            turn_back(r);
        if (!r->done && net_is_due(r))
            turn_net(r);
        r->rounds++;
        if (!r->done)
            look_for_growth(r);
        bool over = spend(r);
        if (!r->done && (s->stopped || over))
            say_unknown(r, r->job->budget.reason);
        if (r->controls.stale && !r->done) {
            end(r);
            begin(r);
        }
        show_progress(r);
    }
    budget_clear_line(&r->job->budget);
    r->job->stats.states = controls_count(&r->controls);
    end(r);
    vec_free(&r->fills);
}

/* ---- the engine ---- */

bool tasks_posted(const Program *program)
{
    vec_each (Instr, i, &program->code)
        if (i->op == OP_POST)
            return true;
    return false;
}

/* May the instruction, outside of tasks, touch what a task touches, or is not known what it does?
 */
static bool may_touch(const Instr *i)
{
    bool data = op_info[i->op].effect != EFFECT_NONE && i->op != OP_POST && i->op != OP_ALLOC &&
                i->op != OP_SETOWN && !op_info[i->op].blocks;
    return data || i->op == OP_CALLPTR;
}

static bool is_loop(const Program *program, const Proc *proc)
{
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        if (program->code.at[pc].op == OP_TAKE)
            return true;
    return false;
}

/* Tasks run one at a time; only threads that are no tasks could race with them. */
static bool may_race(const Program *program)
{
    VEC(uint32_t) todo = {0};
    VEC(bool) met = {0};
    bool races = false;
    vec_resize(&met, program->procs.len);
    vec_each (Thread, thread, &program->threads)
        if (!is_loop(program, &program->procs.at[thread->proc]))
            vec_push(&todo, thread->proc);
    while (todo.len && !races) {
        const Proc *proc = &program->procs.at[vec_pop(&todo)];
        for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
            const Instr *i = &program->code.at[pc];
            races |= may_touch(i);
            if (i->op == OP_CALL && !met.at[i->other]) {
                met.at[i->other] = true;
                vec_push(&todo, i->other);
            }
        }
    }
    vec_free(&todo);
    vec_free(&met);
    return races;
}

/* Threads that are created without end are a bag, too. */
static bool accepts(const Job *job, Reason *why)
{
    uint32_t where;
    const Program *program = job->program;
    bool compares = job->properties & PROPERTY_RACE || program_is_weak(program);
    if (!tasks_posted(program))
        return engine_accepts(&engine_crowd, job, why);
    if (program_has(program, OP_FORK, &where))
        *why = program_reason(program, "the program creates threads besides posting tasks",
                              program_shown(program, where));
    else if (job_asks_objects(job, why) || job_asks_claim(job, why))
        return false;
    else if (compares && may_race(program))
        *why = (Reason){.text = "bag does not look for data races"};
    else
        return true;
    return false;
}

/* One search for an error that is not among the bugs yet.  True: it has found one, and with
 * --all-errors there may be another. */
static bool search(Job *job)
{
    MachineOptions options = {.loose = true,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .predicates = (job->properties & PROPERTY_ACCESS) != 0};
    TaskRace r = {.job = job, .next_look = FIRST_LOOK};
    Machine *m = machine_new(job->program, options);
    bool starts = controls_begin(&r.controls, job, m);
    if (starts)
        race(&r);
    else {
        Bug bug = {.error = r.controls.error};
        vec_push(&job->bugs, bug);
        job->verdict = VERDICT_BUG;
    }
    machine_stats(m, &job->stats);
    job->budget.work += machine_work(m) - r.spent;
    controls_free(&r.controls);
    machine_free(m);
    return starts && job->verdict == VERDICT_BUG && job->options->all_errors;
}

static void run(Job *job)
{
    if (!tasks_posted(job->program)) {
        engine_crowd.run(job);
        return;
    }
    bool more = search(job);
    while (more && !budget_exhausted(&job->budget))
        more = search(job);
    if (job->bugs.len)
        job->verdict = VERDICT_BUG;
}

const Engine engine_tasks = {
    .name = "bag",
    .help = "programs that post tasks: backward and forward at once",
    .reads = INPUT_PROGRAM,
    .memory = ENGINE_TELLS_PAIRS,
    .accepts = accepts,
    .run = run,
};
