/* search.c -- context-bounded reachability.
 *
 * Qadeer and Rehof, "Context-bounded model checking of concurrent software", TACAS 2005, Figure 2.
 * An aggregate <g, R1 .. Rn> is a shared state and a regular set of stacks for each thread.
 *
 *   Reach := the initial aggregate (0, 1, 2)             begin
 *   for each aggregate of i contexts, i < k (3, 4, 5):   run_level
 *     for each thread j (6):                             start_contexts
 *       A' = post*(Rj) (7)                               domain_moves, remembered for ever
 *       for each g' in A' (8):                           run_context
 *         add <g', R1 .. A'(g') .. Rn> (9, 10, 11)       put
 *
 * RENAME and ANONYMIZE keep the states of successive automata apart, since the automata of the
 * paper have shared states among their own.  Here a language is a number, and the number of a
 * language does not depend on the automaton it was read off: nothing is left to be renamed.
 *
 * With explicit stacks the same loop runs over single states, and a context is as many steps of one
 * thread as it can take: every tuple that a thread reaches in a level goes on with the same thread
 * in the same level (continue_contexts).
 *
 * R(k), the states that k contexts reach, is exact.  R(k+1) needs only the tuples that are new in
 * R(k); and of these it needs thread j only if j did not reach them itself in level k, because then
 * what j can do from there is in R(k) already (marks).  A tuple that is covered by a larger
 * aggregate of the same or an earlier level is left out: whatever it leads to, the larger one leads
 * to at least that, in no more contexts (is_covered, cover).
 *
 * The search ends when a target is reached; when a level brings nothing new; when no target is in
 * the over-approximation Z, or every visible state of Z is reached (over.h); or at the bound.  Z is
 * computed step by step beside the search, so that neither has to wait for the other.
 *
 * Cannot decide: whether a target in Z is reachable if R(k) keeps growing. */
#include "engine/bound/search.h"

enum {
    CHECK_EVERY = 1024,       /* expansions between two looks at the budget */
    OVER_HEAD_START = 1 << 16 /* tuples of Z that are made before the search begins */
};

/* ---- targets ---- */

typedef struct Look {
    Search *s;
    const uint32_t *tuple;
} Look;

static bool has_top(void *context, uint32_t place, uint32_t top)
{
    Look *look = context;
    return domain_may_have_top(&look->s->domain, look->tuple[place + 1], top);
}

const BoundTarget *search_target(Search *s, const uint32_t *tuple, uint32_t *match)
{
    Look look = {s, tuple};
    return target_find(s->model, &s->groups, tuple[0], has_top, &look, match);
}

static size_t tops_of(void *context, uint32_t place, const uint64_t **tops)
{
    Look *look = context;
    Domain *domain = &look->s->domain;
    uint32_t set = domain_tops(domain, look->tuple[place + 1]);
    *tops = records_get(&domain->top_sets, set);
    return records_len(&domain->top_sets, set);
}

bool search_stuck(Search *s, const uint32_t *tuple, uint32_t *tops)
{
    Look look = {s, tuple};
    return target_is_stuck(s->model, &s->groups, tuple[0], tops_of, &look, tops);
}

bool search_clash(Search *s, const uint32_t *tuple, uint32_t *tops)
{
    Look look = {s, tuple};
    return target_clashes(s->model, &s->groups, tuple[0], tops_of, &look, tops);
}

/* ---- covering ---- */

/* The entry for everything that differs from the tuple in one place only. */
static uint32_t find_hole(Search *s, const uint32_t *tuple, uint32_t place)
{
    bool is_new;
    uint32_t *hole = s->hole, n = 0;
    hole[n++] = tuple[0];
    hole[n++] = s->groups.begin[place];
    for (uint32_t p = 0; p < s->groups.threads; p++)
        if (p != place)
            hole[n++] = tuple[p + 1];
    assert(n == s->holes.width);
    uint32_t id = tuples_add(&s->holes, hole, &is_new);
    if (is_new)
        vec_push(&s->covering, PDS_NONE);
    return id;
}

static bool is_covered(Search *s, uint32_t hole, uint32_t number)
{
    for (uint32_t k = s->covering.at[hole]; k != PDS_NONE; k = s->coverings.at[k].next)
        if (language_includes(&s->domain.langs, s->coverings.at[k].number, number))
            return true;
    return false;
}

/* The new tuple covers smaller ones; those of its own level need not be expanded. */
static void cover(Search *s, uint32_t hole, uint32_t number, uint32_t tuple)
{
    assert(tuple >= s->level_begin && hole < s->covering.len);
    for (uint32_t k = s->covering.at[hole]; k != PDS_NONE; k = s->coverings.at[k].next) {
        Covering other = s->coverings.at[k];
        if (other.tuple >= s->level_begin &&
            language_includes(&s->domain.langs, number, other.number))
            s->dominated.at[other.tuple] = 1;
    }
    vec_push(&s->coverings, ((Covering){number, tuple, s->covering.at[hole]}));
    s->covering.at[hole] = (uint32_t)s->coverings.len - 1;
}

/* ---- tuples ---- */

static bool is_marked(const Search *s, uint32_t tuple, uint32_t place)
{
    return s->marks.at[(size_t)tuple * s->words + place / 64] >> place % 64 & 1;
}

static void mark(Search *s, uint32_t tuple, uint32_t place)
{
    s->marks.at[(size_t)tuple * s->words + place / 64] |= (uint64_t)1 << place % 64;
}

/* The next visit is to a target. */
static void reach(Search *s, const uint32_t *tuple)
{
    s->hit = (uint32_t)s->visits.len;
    s->stop = true;
    s->result->answer = BOUND_REACHED;
    s->result->contexts = s->level;
    s->result->reached = tuple[0];
}

/* A tuple that was not there before. */
static void enter(Search *s, const uint32_t *tuple)
{
    assert(s->first.len + 1 == tuples_count(&s->tuples));
    vec_resize(&s->marks, s->marks.len + s->words);
    vec_push(&s->first, (uint32_t)s->visits.len);
    if (s->domain.automata)
        vec_push(&s->dominated, 0);
    if (s->counts)
        visible_add_product(&s->visible, &s->domain, tuple);
    else if (search_target(s, tuple, NULL))
        reach(s, tuple);
    else {
        s->result->clash = search_clash(s, tuple, NULL);
        s->result->stuck = !s->result->clash && search_stuck(s, tuple, NULL);
        if (s->result->clash || s->result->stuck)
            reach(s, tuple);
    }
}

/* The thread at place `from` of the parent's tuple came to place `place` of this one. */
static void put(Search *s, const uint32_t *tuple, uint32_t parent, uint32_t from, uint32_t place)
{
    bool is_new, automata = s->domain.automata;
    assert(parent < s->visits.len && s->groups.begin[from] == s->groups.begin[place]);
    uint32_t hole = automata ? find_hole(s, tuple, place) : 0;
    s->result->moves++;
    if (automata && is_covered(s, hole, tuple[place + 1])) {
        s->result->covered++;
        return;
    }
    uint32_t id = tuples_add(&s->tuples, tuple, &is_new);
    if (is_new) {
        enter(s, tuple);
        if (automata)
            cover(s, hole, tuple[place + 1], id);
    }
    if (id < s->level_begin || is_marked(s, id, place))
        return;
    mark(s, id, place);
    vec_push(&s->visits, ((Visit){id, parent, from, place}));
}

/* A walker, see base/check.h: the visits are a tree towards the initial one, a tuple was first
 * visited in its own level, and its marks are the places that visits say. */
static void check_visits(const Search *s)
{
    uint64_t marked = 0;
    for (uint32_t v = 0; v < s->visits.len; v++) {
        Visit visit = s->visits.at[v];
        assert(v ? visit.parent < v && is_marked(s, visit.tuple, visit.place)
                 : visit.parent == PDS_NONE && !visit.tuple);
        assert(s->first.at[visit.tuple] <= v && (!v || visit.tuple));
        assert(!v || s->visits.at[visit.parent].tuple != visit.tuple);
    }
    for (uint32_t t = 0; t < tuples_count(&s->tuples); t++) {
        assert(groups_are_sorted(&s->groups, tuples_get(&s->tuples, t)));
        assert(s->visits.at[s->first.at[t]].tuple == t);
        for (uint32_t k = 0; k < s->words; k++)
            marked += (uint64_t)__builtin_popcountll(s->marks.at[(size_t)t * s->words + k]);
    }
    assert(marked + 1 == s->visits.len);
}

static void begin(Search *s)
{
    const Groups *groups = &s->groups;
    bool is_new;
    s->tuple[0] = s->model->shared;
    for (uint32_t p = 0; p < groups->threads; p++)
        s->tuple[p + 1] = domain_number(&s->domain, &s->model->stacks[groups->thread[p]]);
    tuples_add(&s->tuples, s->tuple, &is_new);
    enter(s, s->tuple);
    vec_push(&s->visits, ((Visit){0, PDS_NONE, 0, 0}));
}

/* ---- the over-approximation ---- */

static void begin_over(Search *s)
{
    if (!s->over_begun)
        over_begin(&s->over, &s->domain, &s->groups);
    s->over_begun = true;
}

/* Looks whether Z settles the matter. */
static void ask_over(Search *s)
{
    if (!s->over_begun || !s->over.done || s->over.hit || s->stop)
        return;
    if (!s->counts)
        s->result->answer = BOUND_EXCLUDED;
    else if (s->over.visible.count == s->visible.count)
        s->result->answer = BOUND_COMPLETE;
    else
        return;
    s->stop = true;
}

static bool is_exhausted(const Search *s)
{
    return (s->model->halt && s->model->halt(s->model->context)) ||
           budget_spend(s->budget, CHECK_EVERY);
}

static void run_over(Search *s, uint64_t tuples)
{
    for (uint64_t done = 0; done < tuples && !s->over.done && !s->stop; done += CHECK_EVERY) {
        over_advance(&s->over, CHECK_EVERY);
        if (is_exhausted(s)) {
            s->result->answer = BOUND_EXHAUSTED;
            s->stop = true;
        }
    }
    ask_over(s);
}

/* ---- levels ---- */

static void tick(Search *s)
{
    if (s->over_begun && !s->over.done) {
        over_advance(&s->over, 1);
        if (!s->counts)
            ask_over(s);
    }
    if (s->stop || (++s->ticks % CHECK_EVERY && !s->domain.stopped))
        return;
    if (s->domain.stopped || is_exhausted(s)) {
        s->result->answer = BOUND_EXHAUSTED;
        s->stop = true;
    } else if (budget_progress_due(s->budget))
        budget_show_progress(s->budget,
                             &(Headway){.unit = s->domain.automata ? "aggregates" : "states",
                                        .count = tuples_count(&s->tuples),
                                        .level = "contexts",
                                        .reached = s->level});
}

/* All moves of the thread at a place of a visit's tuple. */
static void run_context(Search *s, uint32_t visit, uint32_t place)
{
    size_t bytes = s->tuples.width * sizeof *s->tuple;
    memcpy(s->tuple, tuples_get(&s->tuples, s->visits.at[visit].tuple), bytes);
    Span span =
        domain_moves(&s->domain, s->groups.class[place], s -> tuple[0], s -> tuple[place + 1]);
    for (uint32_t i = span.begin; i < span.end && !s->stop; i++) {
        Move move = s->domain.moves.at[i];
        memcpy(s->next_tuple, s->tuple, bytes);
        s->next_tuple[0] = move.g;
        uint32_t to = groups_replace(&s->groups, s->next_tuple, place, move.number);
        put(s, s->next_tuple, visit, place, to);
    }
    tick(s);
}

/* From a tuple of the last level every thread runs that has not run there already. */
static void start_contexts(Search *s, uint32_t tuple)
{
    if (s->domain.automata && s->dominated.at[tuple])
        return;
    if (s->model->wrong && s->model->wrong(s->model->context, tuples_get(&s->tuples, tuple)[0]))
        return;
    for (uint32_t place = 0; place < s->groups.threads && !s->stop; place++)
        if (!is_marked(s, tuple, place) &&
            !groups_repeats(&s->groups, tuples_get(&s->tuples, tuple), place))
            run_context(s, s->first.at[tuple], place);
}

/* Explicit stacks: who came to a tuple in this level goes on. */
static void continue_contexts(Search *s, uint32_t first_visit)
{
    for (uint32_t v = first_visit; v < s->visits.len && !s->stop; v++)
        run_context(s, v, s->visits.at[v].place);
}

static void run_level(Search *s)
{
    uint32_t begin = s->level_begin, first_visit = (uint32_t)s->visits.len;
    s->level++;
    s->level_begin = tuples_count(&s->tuples);
    for (uint32_t t = begin; t < s->level_begin && !s->stop; t++)
        start_contexts(s, t);
    if (!s->domain.automata)
        continue_contexts(s, first_visit);
    if (check_is_due(s->level) && !s->stop)
        check_visits(s);
}

/* After a level: is there anything left to do? */
static void judge_level(Search *s, uint64_t seen)
{
    BoundResult *result = s->result;
    result->contexts = s->level;
    if (s->counts && s->visible.count > seen)
        result->visible_at = s->level;
    assert(s->visible.count >= seen);
    bool closed = tuples_count(&s->tuples) == s->level_begin;
    if (closed) {
        result->answer = BOUND_CLOSED;
        result->contexts = s->level - 1; /* they reach everything */
        s->stop = true;
    } else if (s->counts && s->visible.count == seen && !s->over_begun) {
        begin_over(s);
        run_over(s, OVER_HEAD_START);
    }
    ask_over(s);
}

static void finish_at_bound(Search *s)
{
    s->result->answer = BOUND_BOUNDED;
    begin_over(s);
    run_over(s, s->ticks > OVER_HEAD_START ? s->ticks : OVER_HEAD_START);
    if (s->result->answer == BOUND_EXHAUSTED)
        s->result->answer = BOUND_BOUNDED;
}

static void search(Search *s)
{
    if (!s->counts) {
        begin_over(s);
        run_over(s, OVER_HEAD_START);
    }
    if (!s->stop)
        begin(s);
    while (!s->stop) {
        if (s->options->contexts && s->level == s->options->contexts) {
            finish_at_bound(s);
            break;
        }
        uint64_t seen = s->visible.count;
        run_level(s);
        if (!s->stop)
            judge_level(s, seen);
    }
    assert((s->result->answer == BOUND_REACHED) == (s->hit != PDS_NONE));
    if (s->result->answer == BOUND_REACHED) {
        s->domain.budget = NULL; /* the trace is short work, and promised */
        search_trace(s);
    }
}

/* ---- all of it ---- */

static void search_begin(Search *s, bool automata)
{
    const BoundModel *model = s->model;
    groups_begin(&s->groups, model, !s->options->no_symmetry);
    domain_begin(&s->domain, model, automata, s->budget);
    s->counts = !model->target_count && !model->wrong;
    s->words = model->threads / 64 + 1;
    s->tuples.width = s->holes.width = model->threads + 1;
    s->tuple = memory_alloc(s->tuples.width * sizeof *s->tuple);
    s->next_tuple = memory_alloc(s->tuples.width * sizeof *s->tuple);
    s->hole = memory_alloc(s->tuples.width * sizeof *s->tuple);
    s->hit = PDS_NONE;
    visible_begin(&s->visible, &s->groups);
}

static void fill_result(Search *s)
{
    BoundResult *result = s->result;
    result->automata = s->domain.automata;
    result->visible = s->visible.count;
    result->states = tuples_count(&s->tuples);
    result->languages = langs_count(&s->domain.langs);
    result->posts = s->domain.posts;
    if (result->answer == BOUND_EXCLUDED || result->answer == BOUND_COMPLETE)
        over_export(&s->over, result);
    result->over_states = s->over_begun ? tuples_count(&s->over.tuples) : 0;
    result->bytes = tuples_bytes(&s->tuples) + tuples_bytes(&s->holes) +
                    s->marks.cap * sizeof *s->marks.at + s->visits.cap * sizeof *s->visits.at +
                    s->coverings.cap * sizeof *s->coverings.at + domain_bytes(&s->domain);
}

static void search_end(Search *s)
{
    if (s->over_begun)
        over_free(&s->over);
    visible_free(&s->visible);
    tuples_free(&s->tuples);
    tuples_free(&s->holes);
    vec_free(&s->marks);
    vec_free(&s->first);
    vec_free(&s->dominated);
    vec_free(&s->visits);
    vec_free(&s->covering);
    vec_free(&s->coverings);
    domain_free(&s->domain);
    groups_free(&s->groups);
    memory_free(s->tuple);
    memory_free(s->next_tuple);
    memory_free(s->hole);
}

void bound_explore(const BoundModel *model, const BoundOptions *options, Budget *budget,
                   BoundResult *result)
{
    *result = (BoundResult){0};
    assert(!model->inside || options->stacks == STACKS_AUTOMATA);
    if (options->stacks == STACKS_EXPLICIT && !model->finite) {
        result->answer = BOUND_INFINITE;
        return;
    }
    bool automata = options->stacks == STACKS_AUTOMATA || !model->finite;
    Search s = {.model = model, .options = options, .budget = budget, .result = result};
    search_begin(&s, automata);
    search(&s);
    budget_clear_line(budget);
    fill_result(&s);
    search_end(&s);
}

void bound_result_free(BoundResult *result)
{
    vec_free(&result->steps);
    vec_free(&result->over);
    vec_free(&result->notes);
}
