/* bound.c -- the engine: a concurrent pushdown system in, a verdict out.  The algorithm is in
 * search.c; this file is the source of its rules, and puts its answer into words. */
#include "engine/bound/bound.h"

#include "engine/bound/model.h"
#include "engine/bound/program.h"
#include "pds/cpds.h"
#include "pds/saturate.h"

typedef struct Input {
    BoundModel model;
    VEC(uint32_t) classes;
    VEC(BoundTarget) targets;
    Arena arena;
} Input;

static void rules(void *context, uint32_t class, uint32_t g, uint32_t l, PdsRules *out)
{
    const Cpds *cpds = context;
    cpds_rules(&cpds->threads.at[class], g, l, out);
}

static void thread_rules(void *context, uint32_t g, uint32_t l, PdsRules *out)
{
    cpds_rules(context, g, l, out);
}

/* Can no thread reach infinitely many configurations, wherever it starts? */
static bool is_finite(const Cpds *cpds)
{
    Saturation saturation = {0};
    Langs langs = {0};
    VEC(Head) heads = {0};
    bool finite = true;
    for (uint32_t t = 0; finite && t < cpds->threads.len; t++) {
        CpdsThread *thread = &cpds->threads.at[t];
        if (thread->class != t)
            continue;
        heads.len = 0;
        vec_each (CpdsRule, rule, &thread->rules)
            vec_push(&heads, ((Head){rule->from, rule->symbol}));
        PdsSource source = {thread, thread_rules, NULL};
        finite = post_is_finite(&saturation, &langs, source, heads.at, heads.len);
    }
    vec_free(&heads);
    saturation_free(&saturation);
    langs_free(&langs);
    return finite;
}

static void make_input(Input *input, const Cpds *cpds)
{
    vec_each (const CpdsThread, thread, &cpds->threads)
        vec_push(&input->classes, thread->class);
    vec_each (const CpdsState, target, &cpds->targets) {
        uint32_t *tops = arena_array(&input->arena, uint32_t, cpds->threads.len);
        for (size_t t = 0; t < cpds->threads.len; t++)
            tops[t] = target->stacks[t].at[0];
        vec_push(&input->targets, ((BoundTarget){target->shared, tops}));
    }
    input->model = (BoundModel){
        .context = (void *)cpds,
        .threads = (uint32_t)cpds->threads.len,
        .classes = input->classes.at,
        .shared = cpds->init.shared,
        .stacks = cpds->init.stacks,
        .targets = input->targets.at,
        .target_count = input->targets.len,
        .finite = is_finite(cpds),
        .rules = rules,
    };
}

static void free_input(Input *input)
{
    vec_free(&input->classes);
    vec_free(&input->targets);
    arena_free(&input->arena);
}

/* ---- the answer ---- */

static void add_bug(Job *job, const BoundResult *result)
{
    Bug bug = {.error = ERR_TARGET};
    vec_each (const BoundStep, step, &result->steps) {
        TraceStep action = {.thread = arena_print(&job->arena, "%u", step->thread + 1),
                            .context = step->context};
        vec_push(&action.choices, step->tag);
        vec_push(&bug.steps, action);
    }
    vec_push(&job->bugs, bug);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static const char *visible_text(Job *job, const BoundResult *result)
{
    return arena_print(&job->arena,
                       "%llu visible state%s, the last of them reached with %u context%s",
                       (unsigned long long)result->visible, plural(result->visible),
                       result->visible_at, plural(result->visible_at));
}

/* What was proved, as a sentence. */
static const char *safe_text(Job *job, const BoundResult *result)
{
    bool counted = !job->model->targets.len;
    const char *how = result->answer == BOUND_EXCLUDED
                          ? "the over-approximation with two symbols a stack does not contain it"
                      : result->answer == BOUND_COMPLETE
                          ? "the over-approximation with two symbols a stack has no others"
                          : arena_print(&job->arena, "%u context%s reach everything",
                                        result->contexts, plural(result->contexts));
    return arena_print(&job->arena, "%s: %s",
                       counted ? visible_text(job, result) : "no run reaches the target", how);
}

static const char *open_text(Job *job, const BoundResult *result)
{
    if (!job->model->targets.len)
        return arena_print(&job->arena, "%s so far", visible_text(job, result));
    return arena_print(&job->arena, "no run of at most %u context%s reaches the target",
                       result->contexts, plural(result->contexts));
}

/* The certificate goes from the result to the job. */
static void take_certificate(Job *job, BoundResult *result)
{
    job->bound.over = result->over;
    job->bound.notes = result->notes;
    result->over = result->notes = (PdsWord){0};
}

static void fill_verdict(Job *job, const BoundResult *result)
{
    JobBound *bound = &job->bound;
    bool counted = !job->model->targets.len;
    switch (result->answer) {
    case BOUND_REACHED:
        job->verdict = VERDICT_BUG;
        add_bug(job, result);
        return;
    case BOUND_EXCLUDED:
    case BOUND_CLOSED:
    case BOUND_COMPLETE:
        job->verdict = VERDICT_SAFE;
        job->covered = safe_text(job, result);
        bound->has_visible = bound->has_contexts = counted;
        bound->contexts = result->visible_at;
        break;
    case BOUND_BOUNDED:
        job->verdict = VERDICT_BOUNDED;
        job->reason = arena_print(&job->arena, "nothing is known beyond %u context%s",
                                  result->contexts, plural(result->contexts));
        job->covered = open_text(job, result);
        bound->has_visible = counted;
        bound->has_contexts = true;
        bound->contexts = result->contexts;
        break;
    case BOUND_EXHAUSTED:
        job->verdict = result->contexts ? VERDICT_BOUNDED : VERDICT_UNKNOWN;
        job->reason = job->budget.reason;
        job->covered = open_text(job, result);
        bound->has_contexts = result->contexts > 0;
        bound->contexts = result->contexts;
        break;
    case BOUND_INFINITE:
        job->verdict = VERDICT_UNKNOWN;
        job->reason = "a thread can reach infinitely many stacks without the others: use "
                      "--stacks=automata";
        job->covered = "nothing was explored";
        break;
    }
    bound->visible_states = result->visible;
}

void bound_fill_stats(Job *job, const BoundResult *result)
{
    Stats *stats = &job->stats;
    stats->states = result->states;
    stats->transitions = result->moves;
    stats->visible_states = result->visible;
    stats->contexts = result->contexts;
    stats->aggregates = result->automata ? result->states : 0;
    stats->covered = result->covered;
    stats->automata = result->languages;
    stats->posts = result->posts;
    stats->over_states = result->over_states;
    stats->state_bytes = result->bytes;
    if (stats->states)
        stats->bytes_per_state = stats->state_bytes / stats->states;
}

static StackMode stack_mode(const char *name)
{
    return strcmp(name, "explicit") == 0   ? STACKS_EXPLICIT
           : strcmp(name, "automata") == 0 ? STACKS_AUTOMATA
                                           : STACKS_AUTO;
}

static void run_model(Job *job)
{
    Input input = {0};
    BoundResult result;
    BoundOptions options = {
        .contexts = (uint32_t)job->options->contexts,
        .stacks = stack_mode(job->options->stacks),
        .no_symmetry = job->options->no_symmetry,
    };
    make_input(&input, job->model);
    bound_explore(&input.model, &options, &job->budget, &result);
    fill_verdict(job, &result);
    bound_fill_stats(job, &result);
    take_certificate(job, &result);
    bound_result_free(&result);
    free_input(&input);
}

static bool accepts(const Job *job, Reason *why)
{
    return job->input != INPUT_PROGRAM || bound_accepts_program(job, why);
}

static void run(Job *job)
{
    if (job->input == INPUT_PROGRAM)
        bound_check_program(job);
    else
        run_model(job);
}

const Engine engine_bound = {
    .name = "bound",
    .help = "threads with unbounded stacks, context by context",
    .reads = INPUT_MODEL,
    .programs = true,
    .memory = ENGINE_TELLS_PAIRS,
    .accepts = accepts,
    .run = run,
};
