/* trace.c -- from the visits that lead to a target to a run of rules.
 *
 *   the visits, the initial one first                        collect
 *   who moved: places of canonical tuples become threads     find_threads
 *   explicit stacks: a visit is a step                       explicit_steps
 *   automata: a visit is a context                           symbolic_steps
 *     from the last one back: choose a stack of the target, and let post_witness say from which
 *     stack before the context it came, and by which rules
 *   the threads of a group change names, so that each has the top that the target wants of it
 *                                                            rename_threads */
#include "engine/bound/search.h"

typedef struct Path {
    Search *s;
    VEC(uint32_t) visits;  /* the initial one first */
    VEC(uint32_t) threads; /* visit -> who moved; the initial one: of no meaning */
    uint32_t *at;          /* place -> the thread that stands there, in the last tuple */
} Path;

static void collect(Path *path)
{
    assert(path->s->hit < path->s->visits.len);
    for (uint32_t v = path->s->hit; v != PDS_NONE; v = path->s->visits.at[v].parent)
        vec_push(&path->visits, v);
    for (size_t i = 0, j = path->visits.len; i + 1 < j; i++) {
        uint32_t swap = path->visits.at[i];
        path->visits.at[i] = path->visits.at[--j];
        path->visits.at[j] = swap;
    }
}

/* The thread at place `from` goes to `place`, and those in between make room. */
static void rotate(uint32_t *at, uint32_t from, uint32_t place)
{
    uint32_t thread = at[from];
    for (; from < place; from++)
        at[from] = at[from + 1];
    for (; from > place; from--)
        at[from] = at[from - 1];
    at[place] = thread;
}

static void find_threads(Path *path)
{
    const Groups *groups = &path->s->groups;
    memcpy(path->at, groups->thread, groups->threads * sizeof *path->at);
    vec_push(&path->threads, PDS_NONE);
    for (size_t i = 1; i < path->visits.len; i++) {
        Visit visit = path->s->visits.at[path->visits.at[i]];
        vec_push(&path->threads, path->at[visit.from]);
        rotate(path->at, visit.from, visit.place);
    }
}

/* Number `i` of the path: the visit and the tuple that belongs to it. */
static Visit visit_at(const Path *path, size_t i, const uint32_t **tuple)
{
    Visit visit = path->s->visits.at[path->visits.at[i]];
    *tuple = tuples_get(&path->s->tuples, visit.tuple);
    return visit;
}

static void add_step(Path *path, uint32_t thread, PdsRule rule)
{
    BoundResult *result = path->s->result;
    uint32_t context = 1;
    if (result->steps.len) {
        const BoundStep *last = &vec_last(&result->steps);
        context = last->context + (last->thread != thread);
    }
    vec_push(&result->steps, ((BoundStep){thread, rule.tag, context}));
}

/* ---- explicit stacks ---- */

static void explicit_steps(Path *path)
{
    Domain *domain = &path->s->domain;
    for (size_t i = 1; i < path->visits.len; i++) {
        const uint32_t *before, *after;
        Visit visit = visit_at(path, i, &after);
        visit_at(path, i - 1, &before);
        uint32_t stack = before[visit.from + 1];
        Span span = domain_rules(domain, path->s->groups.class[visit.from], before[0],
                                 stack_top(domain, stack));
        uint32_t r = span.begin;
        while (assert(r < span.end),
               domain->rules.at[r].to != after[0] ||
                   stack_apply(domain, stack, domain->rules.at[r]) != after[visit.place + 1])
            r++;
        add_step(path, path->threads.at[i], domain->rules.at[r]);
    }
}

/* ---- automata ---- */

/* A stack for each thread at the end, with the top that the target wants. */
static void choose_stacks(Path *path, const BoundTarget *target, const uint32_t *match,
                          PdsWord *words)
{
    Search *s = path->s;
    const uint32_t *tuple;
    visit_at(path, path->visits.len - 1, &tuple);
    for (uint32_t p = 0; p < s->groups.threads; p++) {
        uint32_t top = target->tops ? target->tops[match[p]] : PDS_ANY;
        PdsWord *word = &words[path->at[p]];
        if (top == PDS_EMPTY)
            word->len = 0;
        else if (!language_shortest(&s->domain.langs, tuple[p + 1], top == PDS_ANY ? PDS_NONE : top,
                                    word))
            assert(!"the target's top is in the language");
    }
}

/* The run of one context that ends with the stack `word`; `word` becomes the stack before it. */
static void undo_context(Path *path, size_t i, PdsWord *word, Witness *witness)
{
    Search *s = path->s;
    const uint32_t *before, *after;
    Visit visit = visit_at(path, i, &after);
    visit_at(path, i - 1, &before);
    domain_redo_post(&s->domain, s->groups.class[visit.from], before[0], before[visit.from + 1]);
    post_witness(&s->domain.post, after[0], word->at, word->len, witness);
    word->len = 0;
    vec_each (uint32_t, symbol, &witness->first)
        vec_push(word, *symbol);
}

static void symbolic_steps(Path *path, const BoundTarget *target, const uint32_t *match)
{
    uint32_t threads = path->s->groups.threads;
    size_t count = path->visits.len;
    PdsWord *words = memory_alloc(threads * sizeof *words);
    Witness *witnesses = memory_alloc(count * sizeof *witnesses);
    choose_stacks(path, target, match, words);
    for (size_t i = count; i-- > 1;)
        undo_context(path, i, &words[path->threads.at[i]], &witnesses[i]);
    for (size_t i = 1; i < count; i++) {
        vec_each (PdsRule, rule, &witnesses[i].run)
            add_step(path, path->threads.at[i], *rule);
        witness_free(&witnesses[i]);
    }
    for (uint32_t t = 0; t < threads; t++)
        vec_free(&words[t]);
    memory_free(words);
    memory_free(witnesses);
}

/* ---- all of it ---- */

static void rename_threads(Path *path, const uint32_t *match)
{
    uint32_t threads = path->s->groups.threads;
    uint32_t *name = memory_alloc(threads * sizeof *name);
    for (uint32_t p = 0; p < threads; p++)
        name[path->at[p]] = match[p];
    vec_each (BoundStep, step, &path->s->result->steps)
        step->thread = name[step->thread];
    memory_free(name);
}

void search_trace(Search *s)
{
    Path path = {.s = s};
    uint32_t threads = s->groups.threads;
    uint32_t *match = memory_alloc(threads * sizeof *match);
    const uint32_t *last;
    path.at = memory_alloc(threads * sizeof *path.at);
    collect(&path);
    find_threads(&path);
    visit_at(&path, path.visits.len - 1, &last);
    const BoundTarget *target = search_target(s, last, match);
    uint32_t *tops = memory_alloc(threads * sizeof *tops);
    BoundTarget stuck = {last[0], tops};
    if (!target) {
        bool is_there = search_clash(s, last, tops) || search_stuck(s, last, tops);
        assert(is_there);
        (void)is_there;
        memcpy(match, s->groups.thread, threads * sizeof *match);
        target = &stuck;
    }
    if (s->domain.automata)
        symbolic_steps(&path, target, match);
    else
        explicit_steps(&path);
    rename_threads(&path, match);
    /* The search promises a run with so many contexts; one thread may have two in a row. */
    assert(!s->result->steps.len || vec_last(&s->result->steps).context <= s->result->contexts);
    vec_free(&path.visits);
    vec_free(&path.threads);
    memory_free(tops);
    memory_free(path.at);
    memory_free(match);
}
