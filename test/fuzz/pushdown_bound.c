/* pushdown_bound.c -- the bound engine against plain enumeration of states; see pushdown.h.
 *
 * The measure is the definition itself: R(k + 1) is what any one thread can reach from R(k),
 * computed state by state, each thread and each level from scratch.  Models whose stacks grow
 * beyond DEPTH, or with too many states, are enumerated only in part; then the engine must know at
 * least as much, and its modes must still agree with each other. */
#include "pushdown.h"

#include "base/intern.h"
#include "check/replay.h"
#include "engine/bound/bound.h"
#include "engine/bound/over.h"

enum { DEPTH = 6, MOST_STATES = 1500, MOST_LEVELS = 6, THREADS = 4 };

/* A state is a record: the shared state, then for each thread its length and its symbols, the top
 * last. */
typedef struct Plain {
    const Cpds *cpds;
    Records states;
    VEC(uint32_t) level; /* state - 1 -> contexts that it needs */
    bool cut;            /* some were left out */
    uint32_t levels;     /* computed */
    bool closed;         /* nothing new came in the last one */
} Plain;

typedef struct Config {
    uint32_t shared, len[THREADS], stack[THREADS][DEPTH + 2];
} Config;

static void load(const Plain *p, uint32_t id, Config *c)
{
    const uint64_t *words = records_get(&p->states, id);
    c->shared = (uint32_t)*words++;
    for (size_t t = 0; t < p->cpds->threads.len; t++) {
        c->len[t] = (uint32_t)*words++;
        for (uint32_t i = 0; i < c->len[t]; i++)
            c->stack[t][i] = (uint32_t)*words++;
    }
}

static uint32_t put(Plain *p, const Config *c, uint32_t level)
{
    uint64_t words[1 + THREADS * (DEPTH + 3)];
    size_t n = 0;
    words[n++] = c->shared;
    for (size_t t = 0; t < p->cpds->threads.len; t++) {
        if (c->len[t] > DEPTH) {
            p->cut = true;
            return 0;
        }
        words[n++] = c->len[t];
        for (uint32_t i = 0; i < c->len[t]; i++)
            words[n++] = c->stack[t][i];
    }
    if (records_count(&p->states) >= MOST_STATES) {
        p->cut = true;
        return 0;
    }
    uint32_t id = records_add(&p->states, words, n);
    if (id > p->level.len)
        vec_push(&p->level, level);
    return id;
}

/* Everything that thread t alone reaches from the first `count` states gets at most this level. */
static void run_thread(Plain *p, size_t t, uint32_t count, uint32_t level)
{
    VEC(uint8_t) seen = {0};
    VEC(uint32_t) stack = {0};
    PdsRules rules = {0};
    Config c;
    vec_resize(&seen, MOST_STATES + 1);
    for (uint32_t id = 1; id <= count; id++) {
        seen.at[id] = 1;
        vec_push(&stack, id);
    }
    while (stack.len) {
        uint32_t id = vec_pop(&stack);
        load(p, id, &c);
        rules.len = 0;
        if (c.len[t])
            cpds_rules(&p->cpds->threads.at[t], c.shared, c.stack[t][c.len[t] - 1], &rules);
        vec_each (PdsRule, rule, &rules) {
            load(p, id, &c);
            c.shared = rule->to;
            c.len[t]--;
            if (rule->kind == PDS_PUSH)
                c.stack[t][c.len[t]++] = rule->below;
            if (rule->kind != PDS_POP)
                c.stack[t][c.len[t]++] = rule->top;
            uint32_t next = put(p, &c, level);
            if (next && !seen.at[next]) {
                seen.at[next] = 1;
                vec_push(&stack, next);
            }
        }
    }
    vec_free(&seen);
    vec_free(&stack);
    vec_free(&rules);
}

static void enumerate(Plain *p)
{
    Config c = {.shared = p->cpds->init.shared};
    for (size_t t = 0; t < p->cpds->threads.len; t++) {
        const PdsWord *stack = &p->cpds->init.stacks[t];
        for (size_t i = stack->len; i-- > 0;)
            c.stack[t][c.len[t]++] = stack->at[i];
    }
    put(p, &c, 0);
    while (!p->closed && !p->cut) {
        uint32_t count = records_count(&p->states);
        p->levels++;
        for (size_t t = 0; t < p->cpds->threads.len; t++)
            run_thread(p, t, count, p->levels);
        p->closed = records_count(&p->states) == count;
    }
}

static uint32_t top(const Config *c, size_t t)
{
    return c->len[t] ? c->stack[t][c->len[t] - 1] : PDS_EMPTY;
}

/* How many visible states at most k contexts reach. */
static uint64_t count_visible(const Plain *p, uint32_t k)
{
    Records visible = {0};
    Config c;
    for (uint32_t id = 1; id <= records_count(&p->states); id++) {
        if (p->level.at[id - 1] > k)
            continue;
        load(p, id, &c);
        uint64_t words[1 + THREADS] = {c.shared};
        for (size_t t = 0; t < p->cpds->threads.len; t++)
            words[1 + t] = top(&c, t);
        records_add(&visible, words, 1 + p->cpds->threads.len);
    }
    uint64_t count = records_count(&visible);
    records_free(&visible);
    return count;
}

/* ---- the over-approximation ---- */

static void give_rules(void *context, uint32_t class, uint32_t g, uint32_t l, PdsRules *out)
{
    const Cpds *cpds = context;
    cpds_rules(&cpds->threads.at[class], g, l, out);
}

/* Is the visible state of every enumerated state in Z? */
static bool over_contains(const Plain *p, Over *over)
{
    const Groups *groups = over->groups;
    Config c;
    for (uint32_t id = 1; id <= records_count(&p->states); id++) {
        uint32_t tuple[1 + THREADS];
        bool is_new;
        load(p, id, &c);
        tuple[0] = c.shared;
        for (uint32_t place = 0; place < groups->threads; place++)
            tuple[place + 1] = top(&c, groups->thread[place]);
        groups_sort(groups, tuple);
        tuples_add(&over->visible.tuples, tuple, &is_new);
        if (is_new) {
            puts("pushdown: a reachable visible state is not in the over-approximation");
            return false;
        }
    }
    return true;
}

static bool over_agrees(const Plain *p, bool symmetry)
{
    uint32_t classes[THREADS];
    for (size_t t = 0; t < p->cpds->threads.len; t++)
        classes[t] = p->cpds->threads.at[t].class;
    BoundModel model = {
        .context = (void *)p->cpds,
        .threads = (uint32_t)p->cpds->threads.len,
        .classes = classes,
        .shared = p->cpds->init.shared,
        .stacks = p->cpds->init.stacks,
        .rules = give_rules,
    };
    Groups groups;
    Domain domain;
    Over over;
    groups_begin(&groups, &model, symmetry);
    domain_begin(&domain, &model, true, NULL);
    over_begin(&over, &domain, &groups);
    over_advance(&over, UINT64_MAX);
    bool good = over_contains(p, &over);
    over_free(&over);
    domain_free(&domain);
    groups_free(&groups);
    return good;
}

/* ---- targets ---- */

static bool is_target(const Plain *p, const Config *c)
{
    vec_each (const CpdsState, target, &p->cpds->targets) {
        bool same = target->shared == PDS_ANY || target->shared == c->shared;
        for (size_t t = 0; t < p->cpds->threads.len; t++) {
            uint32_t want = target->stacks[t].at[0];
            same &= want == PDS_ANY || want == top(c, t);
        }
        if (same)
            return true;
    }
    return false;
}

/* The fewest contexts that reach a target; UINT32_MAX: none does. */
static uint32_t fewest_contexts(const Plain *p)
{
    uint32_t fewest = UINT32_MAX;
    Config c;
    for (uint32_t id = 1; id <= records_count(&p->states); id++) {
        load(p, id, &c);
        if (p->level.at[id - 1] < fewest && is_target(p, &c))
            fewest = p->level.at[id - 1];
    }
    return fewest;
}

/* ---- the engine ---- */

typedef struct Answer {
    VerdictKind verdict;
    uint32_t contexts; /* bug: that it needs */
    uint64_t visible;
    bool certified; /* safe, and there was a certificate */
    bool infinite;  /* explicit stacks were refused */
} Answer;

static const char *verdict_text(VerdictKind verdict)
{
    static const char *const names[] = {"unknown", "bug", "safe", "bounded"};
    return names[verdict];
}

/* A certificate must hold, and must not hold any more when a row that others lead to is gone. */
static bool certificate_holds(Job *job)
{
    char why[256];
    size_t width = 1 + 2 * job->model->threads.len;
    if (!check_certificate(job, why, sizeof why)) {
        printf("pushdown: %s\n", why);
        return false;
    }
    if (!job->bound.over.len || job->options->no_symmetry) /* a permutation may be left */
        return true;
    job->bound.over.len -= width; /* the last one found: it is nobody's initial state */
    if (job->bound.over.len && check_certificate(job, why, sizeof why)) {
        puts("pushdown: a certificate with a hole is accepted");
        return false;
    }
    return true;
}

static bool ask(const RandomModel *model, const Cpds *cpds, const char *stacks, bool symmetry,
                uint32_t contexts, Answer *answer)
{
    Options options = option_defaults();
    options.stacks = stacks;
    options.no_symmetry = !symmetry;
    options.contexts = contexts;
    Job job = {
        .input = INPUT_MODEL, .model = cpds, .sources = &model->sources, .options = &options};
    budget_begin(&job.budget, 0, 0, false);
    engine_run(&engine_bound, &job);
    *answer = (Answer){.verdict = job.verdict, .visible = job.stats.visible_states};
    answer->infinite = job.verdict == VERDICT_UNKNOWN;
    bool good = true;
    if (job.bugs.len) {
        char why[256];
        Bug *bug = &job.bugs.at[0];
        good = check_replay_model(&job, bug, why, sizeof why);
        if (!good)
            printf("pushdown: the trace does not replay: %s\n", why);
        answer->contexts = bug->steps.len ? vec_last(&bug->steps).context : 0;
        if (good && answer->contexts != job.stats.contexts) {
            printf("pushdown: the trace has %u contexts instead of %llu\n", answer->contexts,
                   (unsigned long long)job.stats.contexts);
            good = false;
        }
    }
    answer->certified = job.bound.over.len > 0;
    good = good && (job.verdict != VERDICT_SAFE || certificate_holds(&job));
    job_free(&job);
    return good;
}

static bool differ(const char *what, uint32_t k, uint64_t want, uint64_t got)
{
    printf("pushdown: %s within %u contexts: %llu expected, %llu found\n", what, k,
           (unsigned long long)want, (unsigned long long)got);
    return false;
}

/* Without targets: the number of visible states for each bound. */
static bool visible_agree(const RandomModel *model, const Cpds *cpds, const Plain *plain,
                          uint32_t k)
{
    Answer first, answer;
    uint64_t want = count_visible(plain, k);
    bool exact = !plain->cut || plain->levels > k; /* the last level may be incomplete */
    if (!ask(model, cpds, "automata", false, k, &first))
        return false;
    if (exact ? first.visible != want : first.visible < want)
        return differ("visible states", k, want, first.visible);
    if (!ask(model, cpds, "automata", true, k, &answer) || answer.visible != first.visible)
        return differ("visible states with symmetry", k, first.visible, answer.visible);
    if (answer.verdict == VERDICT_SAFE && !plain->cut && want != count_visible(plain, UINT32_MAX))
        return differ("visible states of a safe model", k, count_visible(plain, UINT32_MAX), want);
    for (int symmetry = 0; symmetry < 2; symmetry++) {
        if (!ask(model, cpds, "explicit", symmetry, k, &answer))
            return false;
        if (!answer.infinite && answer.visible != first.visible)
            return differ("visible states with explicit stacks", k, first.visible, answer.visible);
    }
    return true;
}

static bool verdicts_agree(const RandomModel *model, const Plain *plain, uint32_t k, Totals *totals)
{
    uint32_t fewest = fewest_contexts(plain);
    bool exact = !plain->cut || plain->levels > k || fewest <= k;
    for (int mode = 0; mode < 4; mode++) {
        Answer answer;
        if (!ask(model, model->cpds, mode & 1 ? "explicit" : "automata", mode & 2, k, &answer))
            return false;
        if (answer.infinite)
            continue;
        bool bug = answer.verdict == VERDICT_BUG;
        bool wrong = exact && bug != (fewest <= k);
        wrong |= bug && exact && fewest <= k && answer.contexts != fewest;
        wrong |= bug && answer.contexts > k;
        wrong |= answer.verdict == VERDICT_SAFE && fewest != UINT32_MAX;
        if (wrong) {
            printf("pushdown: %s at %u of %u contexts, mode %d; the fewest are %d\n",
                   verdict_text(answer.verdict), answer.contexts, k, mode, (int)fewest);
            return false;
        }
        totals->safe += answer.verdict == VERDICT_SAFE;
        totals->certified += answer.certified;
        totals->bugs += bug;
        totals->bounded += answer.verdict == VERDICT_BOUNDED;
        if (bug && answer.contexts > totals->longest)
            totals->longest = answer.contexts;
    }
    return true;
}

static bool has_symmetry(const Cpds *cpds)
{
    for (uint32_t t = 0; t < cpds->threads.len; t++)
        if (cpds->threads.at[t].class != t)
            return true;
    return false;
}

bool bound_agrees(RandomModel *model, Totals *totals)
{
    Plain plain = {.cpds = model->cpds};
    Answer answer;
    enumerate(&plain);
    totals->exact += !plain.cut;
    totals->symmetric += has_symmetry(model->cpds);
    Cpds bare = *model->cpds; /* the same model, asked for its visible states */
    bare.targets.len = 0;
    bool good = over_agrees(&plain, false) && over_agrees(&plain, true);
    for (uint32_t k = 1; good && k <= MOST_LEVELS; k++) {
        good = visible_agree(model, &bare, &plain, k);
        if (good && model->cpds->targets.len)
            good = verdicts_agree(model, &plain, k, totals);
    }
    if (good && ask(model, &bare, "explicit", true, 1, &answer))
        totals->finite += !answer.infinite;
    records_free(&plain.states);
    vec_free(&plain.level);
    return good;
}
