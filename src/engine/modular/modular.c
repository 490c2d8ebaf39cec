/* modular.c -- a proof for any number of threads, and for all numbers that they compute with.
 *
 * The proof is an inductive invariant of the form that Owicki and Gries use (1976), with threads
 * that are not told apart, taken two at a time:
 *
 *   for every thread, at whatever location l it is:             I(l), over its variables and the
 *                                                               shared cells
 *   for every two threads, at whatever locations l and k:       (l, k) can be, and some variables
 *                                                               of the one differ from the other's
 *   always:                                                     G, over the shared cells
 *
 * An action leads from l to l', or ends the thread, or fails; it may create threads.  The rules:
 *
 *   the first state satisfies G and I(l)                                          begin
 *   an action keeps G, and I(l') holds after it; also for a thread that it
 *   creates, and for the pair of the two                                          keep_own
 *   it keeps I(k) of every other thread, at every k that can be with l, and
 *   the pairs of that thread with itself and with those that it creates           keep_other
 *   no action that fails can begin in a state of G and I(l)                       run_action
 *
 * A third thread is no part of a pair, and pairs say nothing about shared cells; so these are all.
 * I, G and the pairs are conjunctions of candidates (candidate.c) that are found as in Houdini
 * (Flanagan and Leino, FME 2001): all are taken for true, and what an action breaks is dropped,
 * until nothing is (fixpoint.c).  What is dropped was not true under the rest, so the result is the
 * strongest such invariant; if an action may fail nevertheless, nothing is known.
 *
 * Formulas are about bit-vectors, so arithmetic is the machine's (word.c); what is not followed
 * exactly (floats, the results of threads, inputs) is any value.  Of an array an arbitrary element is
 * followed (cells.c).  `join` does not wait, and locks may block for ever: this only adds runs.
 *
 * The last candidates that are tried are about how many threads are where (count.c).
 *
 * Cannot decide: bugs, deadlocks, data races; proofs that need other sums over threads, which element of
 * an array it is, memory that several threads reach through pointers, or that a thread has ended. */
#include "engine/modular/modular.h"

#include "base/log.h"
#include "engine/modular/model.h"

enum { MOST_RESTARTS = 40, LOOK_AHEAD = 250 };

static bool accepts(const Job *job, Reason *why)
{
    const Program *program = job->program;
    bool asks_access = job->properties & PROPERTY_ACCESS;
    bool starts =
        program->threads.len == 1 && !program->procs.at[program->threads.at[0].proc].params;
    *why = (Reason){0};
    if (!program_is_c(program))
        why->text = "modular reads C programs only; --engine=auto chooses another one";
    else if (job_waits_and_races(job))
        why->text = "modular reads C programs, and asks neither for deadlocks nor for data races: "
                    "write --property=assert,memory,lock";
    else if (!starts)
        why->text = "modular reads programs that begin with one thread without parameters";
    else if (asks_access && program->accesses.len)
        *why = (Reason){"modular does not ask who may access what: write "
                        "--property=assert,memory,lock, or --engine=explore",
                        program->accesses.at[0].pos, NULL};
    else
        return !job_asks_claim(job, why);
    return false;
}

static void free_location(Location *at)
{
    vec_free(&at->vars);
    vec_free(&at->candidates);
    *at = (Location){0};
}

static void clear(Model *x)
{
    vec_each (Location, at, &x->locations)
        free_location(at);
    x->locations.len = 0;
    free_location(&x->global);
    vec_each (Action, a, &x->actions) {
        vec_free(&a->cells);
        vec_free(&a->forks);
        vec_free(&a->touches);
        vec_free(&a->reads);
        vec_free(&a->stamps);
    }
    x->actions.len = 0;
    vec_each (Pair, pair, &x->pairs)
        vec_free(&pair->differ);
    x->pairs.len = 0;
    pairs_free(&x->pair_ids);
    x->by_key.len = 0; /* keys and kinds keep their numbers */
    x->again = false;
    x->reason = x->limit = NULL;
    x->pc = 0;
    x->global.reached = false;
}

static bool is_memory(const Cell *c)
{
    return c->role == CELL_PLAIN || c->role == CELL_WRITTEN;
}

/* Drops the cells of objects that are not followed. */
static void drop_cells(Model *x)
{
    size_t kept = 0;
    for (size_t k = 0; k < x->cells.len; k++)
        if (!is_memory(&x->cells.at[k]) || x->blurred.at[x->cells.at[k].object] ==
                                               (x->cells.at[k].element ? BLUR_ELEMENTS : BLUR_NONE))
            x->cells.at[kept++] = x->cells.at[k];
    x->cells.len = kept;
}

static uint32_t enter(Model *x, Term **values)
{
    char name[] = "first thread";
    Term self = term_variable(&x->terms, name, SORT_BITS(32));
    Path p = location_thread(x, x->program->threads.at[0].proc, NULL, 0, self);
    uint32_t entry = location_of(x, &p, values);
    path_free(&p);
    return entry;
}

/* Goes everywhere once, without asking what is possible, to learn which cells there are. */
static void look_ahead(Model *x)
{
    Term *values;
    enter(x, &values);
    for (uint32_t at = 0; at < x->locations.len && at < LOOK_AHEAD && !x->limit && !x->again; at++)
        step_expand(x, at);
    x->limit = NULL;
}

/* True: proved. */
static bool attempt(Model *x)
{
    for (int k = 0; k < MOST_RESTARTS; k++) {
        Term *values;
        clear(x);
        counts_clear(x);
        drop_cells(x);
        look_ahead(x);
        if (x->again)
            continue;
        if (x->counted)
            counts_choose(x);
        clear(x);
        uint32_t entry = enter(x, &values);
        if (fixpoint_run(x, entry, values))
            return true;
        if (!x->again)
            return false;
    }
    x->limit = "there are too many objects to track exactly";
    return false;
}

static bool has_elements(const Model *x)
{
    bool has = false;
    vec_each (Cell, c, &x->cells)
        has |= c->element;
    return has;
}

/* Few candidates first: most proofs need no others. */
static bool attempt_all(Model *x)
{
    static const struct {
        bool ordered, guarded, counted, indexed;
    } ways[] = {{0}, {.ordered = true}, {.indexed = true}, {.guarded = true}, {.counted = true}};
    bool proved = false, open = true;
    for (size_t k = 0; k < sizeof ways / sizeof *ways && open && !proved; k++) {
        x->ordered = ways[k].ordered;
        x->guarded = ways[k].guarded;
        x->counted = ways[k].counted;
        x->indexed = ways[k].indexed;
        if (x->indexed && !has_elements(x))
            continue;
        x->asked = UINT16_MAX; /* of a new solver */
        proved = attempt(x);
        LOG(MODULAR, "attempt %zu%s%s%s: %zu locations, %zu actions, %zu cells: %s (line %u)",
            k + 1, x->ordered ? ", with orders" : "", x->guarded ? ", with conditions" : "",
            x->counted   ? ", with counters"
            : x->indexed ? ", with indices"
                         : "",
            x->locations.len, x->actions.len, x->cells.len,
            proved      ? "proved"
            : x->limit  ? x->limit
            : x->reason ? x->reason
                        : "not followed",
            x->pc ? x->program->pos.at[x->pc].line : 0);
        open = (x->reason && !x->limit) || x->limit == SOLVER_STUCK;
    }
    return proved;
}

static bool start(Model *x)
{
    for (int k = 0; k < MOST_RESTARTS; k++) {
        clear(x);
        x->first.len = x->firsts.len = 0;
        bool fine = step_start(x);
        if (!x->again)
            return fine;
    }
    return false;
}

static void free_model(Model *x)
{
    clear(x);
    pairs_free(&x->kinds);
    records_free(&x->keys);
    records_free(&x->sites);
    vec_free(&x->blocks);
    vec_free(&x->counters);
    vec_free(&x->places);
    vec_free(&x->place_of);
    vec_free(&x->locations);
    vec_free(&x->actions);
    vec_free(&x->pairs);
    vec_free(&x->by_key);
    vec_free(&x->cells);
    vec_free(&x->first);
    vec_free(&x->firsts);
    vec_free(&x->pointers);
    vec_free(&x->blurred);
    vec_free(&x->paths);
    vec_free(&x->constants);
    vec_each (Live, live, &x->live)
        live_free(live);
    vec_free(&x->live);
    if (x->solver)
        solver_free(x->solver);
    terms_free(&x->terms);
    arena_free(&x->arena);
}

static void answer(Model *x, bool proved)
{
    Job *job = x->job;
    job->verdict = proved ? VERDICT_SAFE : VERDICT_UNKNOWN;
    if (proved)
        return;
    if (x->limit && !x->pc)
        job_give_reason(job, (Reason){.text = x->limit});
    else if (x->limit)
        job_give_reason(job, program_reason(x->program, x->limit, x->pc));
    else if (x->reason)
        job_give_reason(job, program_reason(x->program,
                                            arena_print(&job->arena, "not proved: %s", x->reason),
                                            x->pc));
    else
        job->reason = "the start of the program (initial values, constructors) is not followed";
}

/* What a proof consists of.  No solver has a say in that: the guesses that no action breaks are the same in
 * whichever order the others were dropped. */
static void count(const Model *x, Stats *stats)
{
    stats->terms = terms_count(&x->terms);
    stats->actions = x->actions.len;
    stats->invariants = x->global.candidates.len;
    vec_each (Location, at, &x->locations)
        stats->invariants += at->candidates.len;
}

static void run(Job *job)
{
    Model x = {.job = job, .program = job->program};
    terms_begin(&x.terms);
    word_begin(&x);
    vec_resize(&x.blurred, job->program->globals.len);
    element_begin(&x);
    candidates_collect_constants(&x);
    bool proved = start(&x) && attempt_all(&x);
    answer(&x, proved);
    count(&x, &job->stats);
    free_model(&x);
}

const Engine engine_modular = {
    .name = "modular",
    .help = "proofs for any number of threads and all numbers, with invariants that are guessed",
    .reads = INPUT_PROGRAM,
    .accepts = accepts,
    .run = run,
};
