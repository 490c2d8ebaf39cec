/* symbolic.c -- all inputs and all orders at once, up to so many rounds of loops.
 *
 * Bounded model checking with the order of accesses in the formula (Clarke, Kroening and Lerda, TACAS 2004;
 * Alglave, Kroening and Tautschnig, CAV 2013):
 *
 *   unroll.c   each thread becomes a sequence of guarded steps: loops follow themselves up to the bound,
 *              calls are run where they stand, paths that meet become one
 *   value.c    integers are words of the solver; a pointer is one of a set of objects, and an offset
 *   turns.c    threads that have one section of one lock each run one after the other, in all orders
 *   memory.c   what only one thread touches at a time is known from its writes; the rest are events
 *   order.c    the solver chooses the order of events, and with it what each read finds
 *   trace.c    a model becomes a run: thread and choices of each action
 *
 * Errors of the program, limits (what is not followed) and cuts (what lies behind the bound) are notes
 * with guards, and questions about them come in this order.  Is an error that was asked for possible?  A bug, if
 * the machine agrees.  A limit?  Then nobody knows.  A cut?  Then the bound grows, and if there is no time left
 * for that the answer is `bounded`.  Otherwise no run goes wrong: `safe`.
 *
 * Why that is right.  Every run of the program, up to its first error, limit or cut, is a model: times
 * are the places of its actions, a thread that has not come further waits, or does so after all of it.  What a
 * thread does after an error is of no interest, but it is there: so a model of a later error has an
 * earlier one as well, and none of either kind means that there is none.
 *
 * Cannot decide: deadlocks and data races; other than sequentially consistent memory; floats; loops whose
 * end is not in sight. */
#include "engine/symbolic/symbolic.h"

#include "base/log.h"
#include "engine/symbolic/model.h"

enum { MOST_ATTEMPTS = 60, MOST_MODELS = 20 };

static const Level levels[] = {{3, 40, 3},          {8, 150, 8},       {20, 600, 20},
                               {60, 2500, 60},      {200, 10000, 200}, {700, 40000, 700},
                               {2500, 160000, 2000}};
enum { LEVELS = sizeof levels / sizeof *levels };

bool symbolic_accepts(const Job *job, Reason *why)
{
    const Program *p = job->program;
    *why = (Reason){0};
    if (job->runs_in != MEMORY_SC)
        why->text = "symbolic runs programs in sequentially consistent memory only";
    else if (!program_is_c(p))
        why->text = "symbolic reads C programs only; --engine=auto chooses another one";
    else if (job->options->all_errors || job->options->zing_counting || job->infers ||
             job->wants_summaries)
        why->text = "symbolic answers whether there is a bug, and nothing else";
    else if (p->threads.len != 1)
        why->text = "symbolic reads programs that begin with one thread";
    else if (program_is_serial(p))
        why->text = "symbolic does not compare what calls do";
    else if (job->properties & PROPERTY_ACCESS && p->accesses.len)
        *why = (Reason){"symbolic does not ask who may access what: write "
                        "--property=assert,memory,lock, or --engine=explore",
                        p->accesses.at[0].pos, NULL};
    else
        return !job_asks_claim(job, why);
    return false;
}

/* ---- attempts ---- */

static void clear_attempt(Model *x)
{
    if (x->solver)
        solver_free(x->solver);
    x->solver = NULL;
    pairs_free(&x->counts);
    vec_each (Log, log, &x->logs) {
        vec_free(&log->writes);
        vec_free(&log->uses);
    }
    x->counted.len = x->logs.len = x->events.len = x->notes.len = x->conditions.len = 0;
    x->fails.len = x->joins.len = x->threads.len = x->todo.len = x->facts.len = 0;
    x->seq = x->calls = 0;
    x->spent = x->steps = 0;
    x->again = x->forked = x->stopped = x->sampled = false;
    x->why = NULL;
    x->why_pc = 0;
    x->turns.before = x->turns.last = NO_TERM;
    arena_free(&x->pass);
    x->pass = (Arena){0};
}

static bool open_solver(Model *x)
{
    enum { QUESTION = 60000000 };
    char text[160] = "";
    SolverOptions options = {.program = "z3", .limit = QUESTION, .budget = &x->job->budget};
    x->solver = solver_new(&x->terms, &options, text, sizeof text);
    if (!x->solver)
        unroll_stop(x, arena_copy(&x->job->arena, text, strlen(text)));
    return x->solver != NULL;
}

/* Until nothing was guessed wrong; false: stopped. */
static bool attempt(Model *x)
{
    for (int k = 0; k < MOST_ATTEMPTS; k++) {
        clear_attempt(x);
        if (!open_solver(x) || !unroll(x))
            return false;
        mem_check(x);
        if (x->turns.on && x->turns.refused)
            return false;
        if (!x->again)
            order_encode(x);
        LOG(SYMBOLIC, "attempt %d: %llu steps, %zu threads, %zu events, %zu facts, %zu fails%s", k,
            (unsigned long long)x->steps, x->todo.len, x->events.len, x->facts.len, x->fails.len,
            x->stopped ? ": stopped"
            : x->again ? ": again"
                       : "");
        if (x->stopped || !x->again)
            return !x->stopped;
    }
    unroll_stop(x, "what threads share is not found");
    return false;
}

/* ---- questions ---- */

typedef enum Group { GROUP_BUG, GROUP_OTHER, GROUP_LIMIT, GROUP_CUT } Group;

static Group group_of(const Model *x, const Fail *f)
{
    if (f->kind != FAIL_ERROR)
        return f->kind == FAIL_CUT ? GROUP_CUT : GROUP_LIMIT;
    return error_properties(x->program, f->error) & x->job->properties ? GROUP_BUG : GROUP_OTHER;
}

/* Is one of them possible?  *which is one that is. */
static SolverAnswer ask(Model *x, Group group, const TermList *without, uint32_t *which)
{
    TermList terms = {0};
    Term some = x->terms.no;
    vec_each (Fail, f, &x->fails)
        if (group_of(x, f) == group)
            some = term_or(&x->terms, some, f->guard);
    SolverAnswer answer = SOLVER_UNSAT;
    if (!term_is_false(&x->terms, some)) {
        vec_push(&terms, some);
        vec_each (Term, t, without)
            vec_push(&terms, *t);
        answer = unroll_ask(x, terms.at, terms.len);
    }
    *which = NO_INDEX;
    for (uint32_t k = 0; answer == SOLVER_SAT && k < x->fails.len && *which == NO_INDEX; k++) {
        int64_t holds = 0;
        if (group_of(x, &x->fails.at[k]) == group &&
            solver_value(x->solver, x->fails.at[k].guard, &holds) && holds)
            *which = k;
    }
    vec_free(&terms);
    return answer;
}

static void give_up(Model *x, const char *text, uint32_t pc)
{
    Job *job = x->job;
    job->verdict = VERDICT_UNKNOWN;
    if (pc)
        job_give_reason(job, program_reason(x->program, text, pc));
    else
        job_give_reason(job, (Reason){.text = text});
}

/* Is there a bug?  True: there is an answer. */
static bool find_bug(Model *x)
{
    TermList without = {0};
    uint32_t which, fail;
    bool found = false;
    for (int k = 0; k < MOST_MODELS && !found; k++) {
        SolverAnswer answer = ask(x, GROUP_BUG, &without, &which);
        Bug bug = {0};
        if (answer == SOLVER_UNSAT)
            break;
        if (answer != SOLVER_SAT) {
            unroll_stop(x, solver_reason(x->solver));
            break;
        }
        if (!trace_make(x, &bug, &fail)) {
            bug_free(&bug);
            unroll_stop(x, "there may be a bug, but no run was found that shows it");
            x->why_pc = which == NO_INDEX ? 0 : x->fails.at[which].pc;
            break;
        }
        if (group_of(x, &x->fails.at[fail]) == GROUP_BUG) {
            vec_push(&x->job->bugs, bug);
            x->job->errors = 1;
            x->job->verdict = VERDICT_BUG;
            found = true;
        } else { /* something else comes first: look for others */
            bug_free(&bug);
            vec_push(&without, term_not(&x->terms, x->fails.at[fail].guard));
        }
    }
    vec_free(&without);
    return found;
}

typedef enum Round { ROUND_ANSWER, ROUND_DEEPER, ROUND_STOPPED } Round;

/* Nothing that was asked for goes wrong up to the bound. */
static Round judge(Model *x)
{
    static const TermList none;
    Job *job = x->job;
    uint32_t which;
    for (Group group = GROUP_OTHER; group <= GROUP_CUT; group++) {
        SolverAnswer answer = ask(x, group, &none, &which);
        if (answer == SOLVER_UNSAT)
            continue;
        const Fail *f = which == NO_INDEX ? NULL : &x->fails.at[which];
        if (answer == SOLVER_SAT && group == GROUP_CUT) {
            x->why = f->text;
            x->why_pc = f->pc;
            return ROUND_DEEPER;
        }
        if (answer != SOLVER_SAT || !f)
            give_up(x, solver_reason(x->solver), 0);
        else if (group == GROUP_LIMIT)
            give_up(x, f->text ? f->text : error_info[f->error].sentence, f->pc);
        else if (!error_is_undefined(f->error))
            continue; /* that run ends there */
        else {
            job_note_undefined(job, f->error, x->program->pos.at[f->pc]);
            job->verdict = VERDICT_UNKNOWN;
            job_give_reason(job, job->undefined);
        }
        return ROUND_ANSWER;
    }
    if (x->sampled)
        give_up(x, "a variable that was never written was tried with a few values only", 0);
    else if (job_waits_and_races(job))
        give_up(x,
                "nothing else goes wrong, but symbolic asks neither for deadlocks nor for data "
                "races: write --property=assert,memory,lock",
                0);
    else
        job->verdict = VERDICT_SAFE;
    return ROUND_ANSWER;
}

/* All runs up to the bound, in whatever order threads have their turns, or in an order that the solver chooses. */
static Round run_level(Model *x)
{
    bool whole = attempt(x);
    LOG(SYMBOLIC, "up to %u rounds: %s", x->level.rounds, whole ? "encoded" : x->why);
    if (whole && find_bug(x))
        return ROUND_ANSWER;
    return x->stopped ? ROUND_STOPPED : judge(x);
}

/* Each thread has one turn, in all orders; *refused: it has not. */
static Round run_turns(Model *x, bool *refused)
{
    Job *job = x->job;
    bool deeper = false;
    x->turns.on = true;
    for (uint32_t number = 0, all = 1; number < all; number++) {
        VerdictKind was = job->verdict;
        x->turns.number = number;
        bool whole = attempt(x);
        all = turns_orders(x);
        LOG(SYMBOLIC, "up to %u rounds, in turns %u of %u: %s", x->level.rounds, number + 1, all,
            whole              ? "encoded"
            : x->turns.refused ? x->turns.refused
                               : x->why);
        *refused = x->turns.refused != NULL;
        if (*refused)
            break;
        if (whole && find_bug(x))
            return ROUND_ANSWER;
        if (x->stopped && !job->budget.reason) { /* another form of the question may help */
            turns_refuse(x, x->why);
            *refused = true;
            break;
        }
        Round round = x->stopped ? ROUND_STOPPED : judge(x);
        if (round == ROUND_STOPPED || (round == ROUND_ANSWER && job->verdict != VERDICT_SAFE))
            return round;
        job->verdict = was;
        deeper |= round == ROUND_DEEPER;
    }
    x->turns.on = false;
    if (*refused || deeper)
        return ROUND_DEEPER;
    job->verdict = VERDICT_SAFE;
    return ROUND_ANSWER;
}

static void run_levels(Model *x)
{
    const char *covered = NULL;
    Job *job = x->job;
    for (int k = 0; k < LEVELS; k++) {
        x->level = levels[k];
        bool refused = x->turns.refused != NULL;
        Round round = refused ? ROUND_DEEPER : run_turns(x, &refused);
        if (refused)
            round = run_level(x);
        if (round == ROUND_ANSWER)
            return;
        if (round == ROUND_STOPPED)
            break;
        covered = arena_print(&job->arena,
                              "nothing goes wrong in runs of which each loop goes round at most %u "
                              "times",
                              x->level.rounds);
    }
    give_up(x, x->why ? x->why : job->budget.reason ? job->budget.reason : "it gave up", x->why_pc);
    if (covered && !job_waits_and_races(x->job) && !x->sampled) {
        job->verdict = VERDICT_BOUNDED;
        job->covered = covered;
    }
}

static void add_globals(Model *x)
{
    vec_push(&x->objects, ((Object){0}));
    for (size_t k = 1; k < x->program->globals.len; k++) {
        const Global *g = &x->program->globals.at[k];
        vec_push(&x->objects, ((Object){.layout = g->layout,
                                        .size = program_global_size(x->program, g),
                                        .made = true,
                                        .zero = true}));
    }
}

static void free_model(Model *x)
{
    clear_attempt(x);
    turns_free(x);
    decide_clear(x);
    vec_free(&x->ranks);
    records_free(&x->keys);
    records_free(&x->sets);
    vec_free(&x->object_of);
    vec_free(&x->thread_of);
    vec_free(&x->objects);
    vec_free(&x->contents);
    vec_free(&x->stops);
    vec_free(&x->counted);
    vec_free(&x->logs);
    vec_free(&x->events);
    vec_free(&x->notes);
    vec_free(&x->conditions);
    vec_free(&x->fails);
    vec_free(&x->joins);
    vec_free(&x->threads);
    vec_free(&x->todo);
    vec_free(&x->facts);
    vec_free(&x->stack);
    terms_free(&x->terms);
    arena_free(&x->arena);
}

void symbolic_run(Job *job)
{
    Model x = {.job = job, .program = job->program};
    terms_begin(&x.terms);
    sym_begin(&x);
    add_globals(&x);
    run_levels(&x);
    job->stats.terms = terms_count(&x.terms);
    free_model(&x);
}
