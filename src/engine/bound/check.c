/* check.c -- a program in, a verdict out.
 *
 *   few threads, all of them          try_all
 *   else k - 1 threads and ghosts     try_ghosts, section 5 of the paper
 *
 * Stacks are explicit where no procedure is recursive (whole.c), and automata otherwise (rules.c).
 * Not decided here: whether procedures are atomic. */
#include "engine/bound/bound.h"
#include "engine/bound/program.h"
#include "movers/movers.h"

enum { FEW_THREADS = 8, MOST_THREADS = 48 }; /* that are forked */

bool task_is_asked(Task *task, const Outcome *o)
{
    uint32_t property = error_properties(task->job->program, o->error);
    if (o->error == ERR_THREADS)
        task->denied = true;
    else if (property == PROPERTY_NONE && !task->limit.text)
        task->limit = job_limit(task->job, o->message, o->pc);
    if (!(task->job->properties & property))
        job_note_undefined(task->job, o->error, task->job->program->pos.at[o->pc]);
    return task->job->properties & property;
}

/* Does a predicate compare with the thread that it is about, which is no ghost, or with none? */
static bool compares_with_self(const Proc *proc, const Instr *i)
{
    return proc->pure && (i->a < 0 || i->b < 0 || ((i->a == 0 || i->b == 0) && proc->params > 0));
}

/* Are threads only copied and joined, so that all ghosts may have one name?  (The library of C
 * keeps to that.)  If not: where? */
static bool names_are_copied(const Program *program, uint32_t *where)
{
    vec_each (Proc, proc, &program->procs) {
        *where = proc->begin;
        if (strcmp(proc->name, "pthread_equal") == 0 || strcmp(proc->name, "thrd_equal") == 0)
            return false;
        for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
            const Instr *i = &program->code.at[pc];
            bool compares = (i->op == OP_EQ || i->op == OP_NE) && i->type.kind == TYPE_TID &&
                            !compares_with_self(proc, i);
            bool casts = i->op == OP_CAST && i->from.kind == TYPE_TID;
            *where = pc;
            if (i->op == OP_NUMBER || ((compares || casts) && !proc->library))
                return false;
        }
    }
    return true;
}

bool bound_accepts_program(const Job *job, Reason *why)
{
    return !job_asks_objects(job, why) && !job_asks_claim(job, why);
}

bool bound_is_worth_it(const Job *job)
{
    Recursion recursion = {0};
    recursion_find(job->program, &recursion);
    bool some = recursion.some;
    recursion_free(&recursion);
    return some;
}

/* ---- one search ---- */

static StackMode stack_mode(const Task *task)
{
    const char *name = task->job->options->stacks;
    if (strcmp(name, "automata") == 0 || (strcmp(name, "auto") == 0 && !task->finite))
        return STACKS_AUTOMATA;
    return STACKS_EXPLICIT;
}

static bool begin_task(Task *task, uint32_t forked, bool ghosts)
{
    Job *job = task->job;
    uint32_t threads = (uint32_t)job->program->threads.len + forked;
    bool compares = job->properties & PROPERTY_RACE || program_is_weak(job->program);
    MachineOptions options = {.number_threads = true,
                              .ghosts = ghosts,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .most_threads = ghosts ? threads : threads - 1,
                              .predicates = (job->properties & PROPERTY_ACCESS) != 0,
                              .touches = compares};
    task->m = machine_new(job->program, options);
    task->initial = (uint32_t)job->program->threads.len;
    task->threads = threads;
    task->ghosts = ghosts;
    task->denied = task->stuck_ghosts = false;
    task->limit = (Reason){0};
    runner_begin(&task->runner, task->m, job->program, &task->recursion);
    bool whole = stack_mode(task) == STACKS_EXPLICIT;
    task->runner.plain = job->options->no_reduction || (compares && !whole);
    task->runner.races = compares && whole;
    task->runner.stops_to_wait = (job->properties & PROPERTY_DEADLOCK) != 0;
    machine_initial(task->m, &task->out);
    return task->out.all.at[0].kind != OUTCOME_WRONG;
}

static void end_task(Task *task)
{
    const Reason *doubt = machine_doubt(task->m);
    if (doubt && !task->limit.text)
        task->limit = job_keep(task->job, *doubt);
    machine_stats(task->m, &task->job->stats);
    machine_free(task->m);
    task->m = NULL;
}

/* The init procedure goes wrong. */
static void report_initial(Task *task)
{
    const Outcome *o = &task->out.all.at[0];
    if (!task_is_asked(task, o))
        return;
    vec_push(&task->job->bugs,
             ((Bug){.error = o->error, .where = task->job->program->pos.at[o->pc]}));
}

/* Fills in `result`; a bug goes to the job. */
static void explore(Task *task, uint32_t forked, bool ghosts, uint32_t contexts,
                    BoundResult *result)
{
    ProgramRun run = {0};
    BoundOptions options = {.contexts = contexts,
                            .stacks = stack_mode(task),
                            .no_symmetry = task->job->options->no_symmetry};
    *result = (BoundResult){.answer = BOUND_CLOSED};
    if (!begin_task(task, forked, ghosts))
        report_initial(task);
    else if (options.stacks == STACKS_EXPLICIT && !task->finite)
        result->answer = BOUND_INFINITE;
    else if (options.stacks == STACKS_EXPLICIT)
        whole_explore(task, &options, result, &run);
    else
        rules_explore(task, &options, result, &run);
    if (result->answer == BOUND_REACHED && !task->denied && !play_run(task->job, &run))
        task->limit.text = "a run that was found could not be played: please report";
    bound_fill_stats(task->job, result);
    end_task(task);
    vec_free(&run.steps);
    vec_free(&run.cues);
}

/* ---- the answer ---- */

static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* Why nothing is known of the runs so far; NULL: they were explored. */
static Reason find_doubt(const Task *task, const BoundResult *result)
{
    const Job *job = task->job;
    if (result->answer == BOUND_INFINITE)
        return (Reason){
            .text = "a recursive procedure may have infinitely many stacks: use --stacks=automata"};
    if (task->limit.text)
        return task->limit;
    if (job->undefined.text && program_is_c(job->program))
        return job->undefined;
    if (task->stuck_ghosts)
        return (Reason){.text = "more threads are created than can run within the bound, and all "
                                "others may wait for each other"};
    return (Reason){0};
}

static void answer_bounded(Job *job, uint32_t contexts, const char *reason)
{
    job->verdict = contexts ? VERDICT_BOUNDED : VERDICT_UNKNOWN;
    job->reason = reason;
    job->bound.has_contexts = contexts > 0;
    job->bound.contexts = contexts;
}

/* `contexts` were explored completely; `all` if these are all runs. */
static void answer(Task *task, const BoundResult *result, bool all, uint32_t contexts)
{
    Job *job = task->job;
    Reason doubt = find_doubt(task, result);
    job->bound.contexts = 0;
    if (job->bugs.len) {
        job->verdict = VERDICT_BUG;
        return;
    }
    if (doubt.text) {
        job->verdict = VERDICT_UNKNOWN;
        job_give_reason(job, doubt);
        return;
    }
    if (all) {
        job->verdict = VERDICT_SAFE;
        job->covered =
            result->answer == BOUND_EXCLUDED
                ? "with only the two topmost frames of each stack known, nothing goes wrong either"
                : arena_print(&job->arena, "%u context%s reach everything", result->contexts,
                              plural(result->contexts));
        return;
    }
    const char *reason = result->answer == BOUND_EXHAUSTED && job->budget.reason
                             ? job->budget.reason
                             : arena_print(&job->arena, "nothing is known beyond %u context%s",
                                           contexts, plural(contexts));
    answer_bounded(job, contexts, reason);
}

static bool is_closed(const BoundResult *result)
{
    return result->answer == BOUND_CLOSED || result->answer == BOUND_EXCLUDED;
}

/* All threads that the program creates.  False: there are too many. */
static bool try_all(Task *task)
{
    uint32_t most = task->job->most_threads;
    BoundResult result;
    if (most == 1)
        return false;
    explore(task, most ? most - 1 : FEW_THREADS, false, (uint32_t)task->job->options->contexts,
            &result);
    bool few = !task->denied;
    if (few)
        answer(task, &result, is_closed(&result), result.contexts);
    bound_result_free(&result);
    return few;
}

/* With k contexts at most k - 1 of the threads that are forked run.  Two that race need not have
 * run at all; but in C a point stands before each access, so that what a thread does first touches
 * no data. */
static void try_ghosts(Task *task)
{
    Job *job = task->job;
    uint32_t asked = (uint32_t)job->options->contexts, done = 0;
    bool compares = job->properties & PROPERTY_RACE || program_is_weak(job->program);
    uint32_t racers = compares && !program_is_c(job->program) ? 2 : 0;
    BoundResult result;
    for (uint32_t k = asked ? asked : 1;; k++) {
        explore(task, k - 1 + racers, true, k, &result);
        if (result.answer == BOUND_BOUNDED || is_closed(&result))
            done = k;
        bool over = asked || job->bugs.len || job->budget.reason || task->limit.text ||
                    task->stuck_ghosts || k > MOST_THREADS;
        if (over)
            answer(task, &result, false, done);
        bound_result_free(&result);
        if (over)
            return;
    }
}

void bound_check_program(Job *job)
{
    Task task = {.job = job};
    job->verdict = VERDICT_UNKNOWN;
    job->bound.counts = true;
    recursion_find(job->program, &task.recursion);
    task.finite = !task.recursion.some;
    if (!try_all(&task)) {
        uint32_t where;
        if (names_are_copied(job->program, &where))
            try_ghosts(&task);
        else
            job_give_reason(
                job, program_reason(job->program,
                                    "the program creates many threads, and does more with their "
                                    "names than to copy and join them: --engine=auto chooses "
                                    "another engine",
                                    program_shown(job->program, where)));
    }
    recursion_free(&task.recursion);
    outcomes_free(&task.out);
}
