/* fixpoint.c -- the candidates that no action breaks: Houdini (symbolic/houdini.h), with the rules of modular.c.
 *
 * A location is reached, and a pair of locations, when an action leads there that the candidates
 * allow; its candidates are those that hold in the state that the solver shows then.  Each further
 * state that shows up takes some away, until there is none. */
#include "engine/modular/model.h"

#include "base/log.h"
#include "symbolic/houdini.h"

enum { ASK_AGAIN = 25, SOLVER_LIMIT = 200000000, COUNTED_LIMIT = 50000000 };
enum { COUNTED_PARTS = 256 }; /* sums are often easier for integers: these are asked early */

const char SOLVER_STUCK[] = "the solver does not know";

static void new_solver(Model *x)
{
    char why[160];
    SolverOptions options = {.program = x->job->options->solver,
                             .limit = x->counted ? COUNTED_LIMIT : SOLVER_LIMIT,
                             .ranges = x->counted,
                             .parts = COUNTED_PARTS,
                             .budget = &x->job->budget};
    if (x->solver)
        solver_free(x->solver);
    x->spent = 0;
    x->solver = solver_new(&x->terms, &options, why, sizeof why);
    x->asked = 0;
    if (!x->solver)
        x->limit = arena_print(&x->job->arena, "%s", why);
}

static Term new_boolean(Model *x)
{
    char name[32];
    snprintf(name, sizeof name, "asked%u", x->unknown++);
    return term_variable(&x->terms, name, SORT_BOOL);
}

/* Tells the budget of the solver's work; true: it is used up. */
static bool spend(Model *x)
{
    uint64_t work = x->solver ? solver_work(x->solver) : 0;
    uint64_t done = work - x->spent;
    x->spent = work;
    if (!budget_spend(&x->job->budget, done))
        return false;
    x->limit = x->job->budget.reason;
    return true;
}

static SolverAnswer ask_solver(Model *x, Term formula)
{
    Term asked = new_boolean(x);
    solver_add(x->solver, term_implies(&x->terms, asked, formula));
    x->job->stats.questions++;
    SolverAnswer answer = solver_check(x->solver, &asked, 1);
    return answer;
}

/* Is there such a state?  Also false when it is time to stop.  What a solver has learnt from other
 * questions may be in its way: if it gives up, a new one is asked. */
static bool is_possible(Model *x, Term formula)
{
    if (x->limit || term_is_false(&x->terms, formula) || spend(x))
        return false;
    if (!x->solver || x->asked++ > ASK_AGAIN)
        new_solver(x);
    if (!x->solver)
        return false;
    SolverAnswer answer = ask_solver(x, formula);
    if (answer == SOLVER_UNKNOWN && x->asked > 1 && !spend(x)) {
        new_solver(x);
        if (x->solver)
            answer = ask_solver(x, formula);
    }
    if (!x->limit && (answer == SOLVER_UNKNOWN || answer == SOLVER_MAYBE))
        x->limit = SOLVER_STUCK;
    return answer == SOLVER_SAT;
}

static int64_t value_in_model(Model *x, Term term)
{
    int64_t value = 0;
    assert(x->solver && term.ix);
    if (!term_is_number(&x->terms, term, &value) && !solver_value(x->solver, term, &value))
        x->limit = "the solver does not tell";
    return value;
}

/* ---- operands ---- */

static Term cell_after(const Model *x, const Action *a, size_t cell)
{
    Term changed = a && cell < a->cells.len ? a->cells.at[cell] : NO_TERM;
    return changed.ix ? changed : x->cells.at[cell].now;
}

typedef enum Whose { MINE, OTHERS } Whose;
/* The variables of a location, the counters and the cells, before the action or after it. */
static void operands(Model *x, const Location *at, Whose whose, const Term *values,
                     const Action *after, TermList *list)
{
    list->len = 0;
    for (size_t k = 0; k < at->vars.len; k++)
        vec_push(list, values          ? values[k]
                       : whose == MINE ? at->vars.at[k].mine
                                       : at->vars.at[k].other);
    for (uint32_t k = 0; k < x->counters.len; k++)
        vec_push(list, counts_term(x, k, after));
    for (size_t k = 0; k < x->cells.len; k++)
        vec_push(list, cell_after(x, after, k));
    assert(list->len == at->vars.len + x->counters.len + x->cells.len);
}

static void changed(Model *x, Location *at)
{
    at->stamp = ++x->clock;
}

static Term holds(Model *x, Location *at, Whose whose)
{
    assert(at->reached || at->candidates.len == 0);
    assert(at->made <= at->stamp && at->stamp <= x->clock);
    if (at->made != at->stamp || !at->holds.ix) {
        TermList list = {0};
        operands(x, at, MINE, NULL, NULL, &list);
        at->holds = candidates_term(x, at, list.at);
        operands(x, at, OTHERS, NULL, NULL, &list);
        at->holds_other = candidates_term(x, at, list.at);
        at->made = at->stamp;
        vec_free(&list);
    }
    return whose == MINE ? at->holds : at->holds_other;
}

/* ---- pairs ---- */

static Pair *pair_of(Model *x, uint32_t a, uint32_t b)
{
    bool is_new;
    uint32_t id = pairs_add(&x->pair_ids, a < b ? a : b, a < b ? b : a, &is_new);
    if (is_new)
        vec_resize(&x->pairs, id + 1);
    assert(a < x->locations.len && b < x->locations.len && id < x->pairs.len);
    return &x->pairs.at[id];
}

static bool can_differ(const Var *a, const Var *b)
{
    return a->source && a->source == b->source && a->type.bits == b->type.bits && a->type.bits > 1;
}

/* What the thread at `a` has in one variable and the one at `b` in another is not the same. */
static Term differ_term(Model *x, uint32_t differ, bool swapped, const Term *a, const Term *b)
{
    uint32_t i = differ >> 16, j = differ & 0xffff;
    return term_not(&x->terms, term_eq(&x->terms, a[swapped ? j : i], b[swapped ? i : j]));
}

static Term pair_term(Model *x, uint32_t a, uint32_t b, const Term *values_a, const Term *values_b)
{
    Term all = term_bool(&x->terms, true);
    const Pair *pair = pair_of(x, a, b);
    vec_each (uint32_t, d, &pair->differ)
        all = term_and(&x->terms, all, differ_term(x, *d, a > b, values_a, values_b));
    return all;
}

/* The solver shows two threads there. */
static void meet_pair(Model *x, uint32_t a, uint32_t b, const Term *values_a, const Term *values_b)
{
    Pair *pair = pair_of(x, a, b);
    const Location *at[] = {&x->locations.at[a < b ? a : b], &x->locations.at[a < b ? b : a]};
    size_t kept = 0;
    if (!pair->reached) {
        for (uint32_t i = 1; i < at[0]->vars.len; i++)
            for (uint32_t j = 1; j < at[1]->vars.len; j++)
                if (can_differ(&at[0]->vars.at[i], &at[1]->vars.at[j]) && (a != b || i == j))
                    vec_push(&pair->differ, i << 16 | j);
        pair->reached = true;
        pair->stamp = ++x->clock;
    }
    for (size_t k = 0; k < pair->differ.len; k++) {
        uint32_t d = pair->differ.at[k], i = d >> 16, j = d & 0xffff;
        Term one = values_a[a > b ? j : i], other = values_b[a > b ? i : j];
        if (value_in_model(x, one) != value_in_model(x, other))
            pair->differ.at[kept++] = d;
    }
    assert(kept <= pair->differ.len && pair->stamp <= x->clock);
    if (kept != pair->differ.len)
        pair->stamp = ++x->clock;
    pair->differ.len = kept;
}

/* ---- goals ---- */

/* Something that an action must keep: what holds at a location, or between two. */
typedef struct Goal {
    uint32_t at, other; /* `other` NO_LOCATION: a location; `at` NO_LOCATION: what always holds */
    const Term *values, *other_values;
    const Action *after;
    bool stays;  /* the thread there does nothing: only what the action changes matters */
    bool counts; /* instead: the counter is not too large after the action */
    uint32_t counter;
} Goal;
typedef VEC(Goal) Goals;

static Location *location_at(Model *x, uint32_t at)
{
    return at == NO_LOCATION ? &x->global : &x->locations.at[at];
}

static bool mentions_change(const Model *x, const Location *at, const Candidate *c, const Action *a)
{
    bool guard = c->given || (c->placed && !c->numbered);
    uint16_t used[] = {c->a, c->constant ? c->a : c->b, guard ? c->guard : c->a};
    assert(a->cells.len <= x->cells.len);
    for (size_t k = 0; k < 3; k++) {
        size_t own = at->vars.len, counters = x->counters.len, cell = used[k] - own - counters;
        if (used[k] < own)
            continue;
        if (used[k] < own + counters ? counts_change(x, (uint32_t)(used[k] - own), a)
                                     : cell < a->cells.len && a->cells.at[cell].ix)
            return true;
    }
    return false;
}

static void goal_operands(Model *x, const Goal *g, TermList *list)
{
    operands(x, location_at(x, g->at), MINE, g->values, g->after, list);
}

/* Only the candidates that the action could break, but those as strong as they are written. */
static Term goal_at_location(Model *x, const Goal *g, const Term *list)
{
    const Location *at = location_at(x, g->at);
    Location few = {.vars = at->vars};
    Term all;
    if (!g->stays)
        return at->reached ? candidates_term(x, at, list) : term_bool(&x->terms, false);
    vec_each (Candidate, c, &at->candidates)
        if (mentions_change(x, at, c, g->after))
            vec_push(&few.candidates, *c);
    all = candidates_term(x, &few, list);
    vec_free(&few.candidates);
    return all;
}

static Term goal_term(Model *x, const Goal *g)
{
    if (g->counts)
        return x->counters.at[g->counter].dropped ? term_bool(&x->terms, true)
                                                  : counts_fit(x, g->counter, g->after);
    if (g->other != NO_LOCATION) {
        if (!pair_of(x, g->at, g->other)->reached)
            return term_bool(&x->terms, false);
        return pair_term(x, g->at, g->other, g->values, g->other_values);
    }
    TermList list = {0};
    goal_operands(x, g, &list);
    Term all = goal_at_location(x, g, list.at);
    vec_free(&list);
    return all;
}

/* Takes away what does not hold in the state that the solver shows. */
static void meet_location(Model *x, const Goal *g)
{
    Location *at = location_at(x, g->at);
    TermList list = {0};
    VEC(int64_t) values = {0};
    VEC(unsigned) widths = {0};
    goal_operands(x, g, &list);
    vec_each (Term, t, &list) {
        vec_push(&values, value_in_model(x, *t));
        vec_push(&widths, term_sort(&x->terms, *t).width);
    }
    size_t kept = 0;
    if (!at->reached) {
        at->reached = true;
        candidates_make(x, at, values.at);
        changed(x, at);
        kept = at->candidates.len;
    } else {
        for (size_t k = 0; k < at->candidates.len; k++)
            if (candidate_holds(&at->candidates.at[k], values.at, widths.at))
                at->candidates.at[kept++] = at->candidates.at[k];
    }
    assert(kept <= at->candidates.len && values.len == widths.len);
    if (kept != at->candidates.len)
        changed(x, at);
    at->candidates.len = kept;
    vec_free(&list);
    vec_free(&values);
    vec_free(&widths);
}

static void forget_counter(Model *x, Location *at, uint32_t counter)
{
    size_t kept = 0, operand = at->vars.len + counter;
    for (size_t k = 0; k < at->candidates.len; k++) {
        const Candidate *c = &at->candidates.at[k];
        if (c->a != operand && (c->constant || c->b != operand) &&
            (!c->given || c->guard != operand))
            at->candidates.at[kept++] = *c;
    }
    if (kept != at->candidates.len)
        changed(x, at);
    at->candidates.len = kept;
}

/* The solver shows that the counter may become too large: nothing is said about it any more, and
 * all that was shown with its help is asked about again. */
static void meet_counter(Model *x, const Goal *g)
{
    if (x->counters.at[g->counter].dropped ||
        value_in_model(x, counts_fit(x, g->counter, g->after)))
        return;
    x->counters.at[g->counter].dropped = true;
    LOG(MODULAR, "counter %u is dropped", g->counter);
    vec_each (Location, at, &x->locations)
        forget_counter(x, at, g->counter);
    forget_counter(x, &x->global, g->counter);
    changed(x, &x->global);
}

static void meet(Model *x, const Goal *g)
{
    if (g->counts)
        meet_counter(x, g);
    else if (g->other == NO_LOCATION)
        meet_location(x, g);
    else
        meet_pair(x, g->at, g->other, g->values, g->other_values);
}

/* A state before an action, and what must hold after it.  The cases of one action are asked about
 * together. */
typedef struct Case {
    Term before;
    Goals goals;
    Term chosen; /* a boolean: the solver shows this case */
} Case;
typedef VEC(Case) Cases;

static Term case_broken(Model *x, const Case *c)
{
    Term all = term_bool(&x->terms, true);
    vec_each (Goal, g, &c->goals)
        all = term_and(&x->terms, all, goal_term(x, g));
    return term_and(&x->terms, c->before, term_not(&x->terms, all));
}

typedef struct Keep {
    Model *x;
    Cases *cases;
} Keep;

/* Is there a case in which a goal is not kept? */
static SolverAnswer ask_cases(void *of)
{
    const Keep *k = of;
    Model *x = k->x;
    Term some = term_bool(&x->terms, false), rules = term_bool(&x->terms, true);
    if (x->limit)
        return SOLVER_UNKNOWN;
    vec_each (Case, c, k->cases) {
        Term broken = case_broken(x, c);
        c->chosen = NO_TERM;
        if (term_is_false(&x->terms, broken))
            continue;
        c->chosen = new_boolean(x);
        some = term_or(&x->terms, some, c->chosen);
        rules = term_and(&x->terms, rules, term_implies(&x->terms, c->chosen, broken));
    }
    bool possible = is_possible(x, term_and(&x->terms, some, rules));
    return x->limit ? SOLVER_UNKNOWN : possible ? SOLVER_SAT : SOLVER_UNSAT;
}

/* Weakens the goals of the cases that the solver shows.  Without a state there is nothing to be
 * weakened, and the reason is known. */
static bool weaken(void *of, Drop which)
{
    const Keep *k = of;
    Model *x = k->x;
    uint64_t clock = x->clock;
    if (which != DROP_BROKEN) {
        x->limit = x->limit ? x->limit : "the solver does not tell";
        return false;
    }
    vec_each (Case, c, k->cases)
        if (c->chosen.ix && value_in_model(x, c->chosen))
            vec_each (Goal, g, &c->goals)
                meet(x, g);
    return x->clock != clock;
}

/* Weakens the goals until they are kept in every case. */
static void keep(Model *x, Cases *cases)
{
    Keep k = {x, cases};
    houdini_run(&(Houdini){.of = &k, .ask = ask_cases, .drop = weaken});
    vec_each (Case, c, cases)
        vec_free(&c->goals);
    vec_free(cases);
}

/* ---- the rules ---- */

static Term *own_terms(Model *x, const Location *at, Whose whose)
{
    Term *terms = arena_array(&x->arena, Term, at->vars.len + 1);
    for (size_t k = 0; k < at->vars.len; k++)
        terms[k] = whose == MINE ? at->vars.at[k].mine : at->vars.at[k].other;
    return terms;
}

static Term not_zero(Model *x, Term t)
{
    return term_not(&x->terms,
                    term_eq(&x->terms, t, term_constant(&x->terms, 0, term_sort(&x->terms, t))));
}

static Term reads_hold(Model *x, const Action *a, const Location *at)
{
    TermList list = {0};
    operands(x, at, MINE, NULL, NULL, &list);
    Term all = element_reads(x, a, at, &list);
    vec_free(&list);
    return all;
}

static Term before_action(Model *x, const Action *a)
{
    Location *from = &x->locations.at[a->from];
    assert(from->reached && from->expanded && from->vars.len);
    Term all = term_and(&x->terms, holds(x, &x->global, MINE), holds(x, from, MINE));
    all = term_and(&x->terms, all, not_zero(x, from->vars.at[0].mine));
    all = term_and(&x->terms, all, counts_known(x, a->from, NO_LOCATION));
    if (a->reads.len) {
        all = term_and(&x->terms, all, reads_hold(x, a, &x->global));
        all = term_and(&x->terms, all, reads_hold(x, a, from));
    }
    all = term_and(&x->terms, all, element_known(x));
    return term_and(&x->terms, all, a->guard);
}

/* The thread itself, the threads that it creates, and what always holds. */
static void keep_own(Model *x, const Action *a, Cases *cases)
{
    Goals goals = {0};
    if (a->cells.len || x->counters.len)
        vec_push(&goals, ((Goal){.at = NO_LOCATION, .other = NO_LOCATION, .after = a}));
    for (uint32_t k = 0; k < x->counters.len; k++)
        if (!x->counters.at[k].dropped && counts_change(x, k, a))
            vec_push(&goals, ((Goal){.counts = true, .counter = k, .after = a}));
    if (a->to != NO_LOCATION)
        vec_push(&goals,
                 ((Goal){.at = a->to, .other = NO_LOCATION, .values = a->values, .after = a}));
    vec_each (Fork, f, &a->forks) {
        vec_push(&goals,
                 ((Goal){.at = f->entry, .other = NO_LOCATION, .values = f->values, .after = a}));
        if (a->to != NO_LOCATION)
            vec_push(&goals, ((Goal){.at = a->to,
                                     .other = f->entry,
                                     .values = a->values,
                                     .other_values = f->values}));
    }
    for (size_t i = 0; i < a->forks.len; i++)
        for (size_t j = i + 1; j < a->forks.len; j++)
            vec_push(&goals, ((Goal){.at = a->forks.at[i].entry,
                                     .other = a->forks.at[j].entry,
                                     .values = a->forks.at[i].values,
                                     .other_values = a->forks.at[j].values}));
    vec_push(cases, ((Case){.before = before_action(x, a), .goals = goals}));
}

static bool has_something_to_lose(const Model *x, const Location *at, const Action *a)
{
    vec_each (Candidate, c, &at->candidates)
        if (mentions_change(x, at, c, a))
            return true;
    return false;
}

static bool is_settled(Model *x, uint32_t a, uint32_t b)
{
    const Pair *pair = pair_of(x, a, b);
    return pair->reached && !pair->differ.len;
}

static void pair_goal(Model *x, Goals *goals, uint32_t at, const Term *values, uint32_t other,
                      const Term *other_values)
{
    if (!is_settled(x, at, other))
        vec_push(
            goals,
            ((Goal){.at = at, .other = other, .values = values, .other_values = other_values}));
}

/* A thread that looks on, at location k. */
static void keep_other(Model *x, const Action *a, uint32_t k, Cases *cases)
{
    Goals goals = {0};
    Location *other = &x->locations.at[k], *from = &x->locations.at[a->from];
    Term *mine = own_terms(x, from, MINE), *others = own_terms(x, other, OTHERS);
    if (has_something_to_lose(x, other, a))
        vec_push(
            &goals,
            ((Goal){.at = k, .other = NO_LOCATION, .values = others, .after = a, .stays = true}));
    if (a->to != NO_LOCATION)
        pair_goal(x, &goals, a->to, a->values, k, others);
    vec_each (Fork, f, &a->forks)
        pair_goal(x, &goals, f->entry, f->values, k, others);
    if (goals.len) {
        Term before = term_and(&x->terms, before_action(x, a), holds(x, other, OTHERS));
        before = term_and(&x->terms, before, pair_term(x, a->from, k, mine, others));
        before = term_and(&x->terms, before,
                          term_not(&x->terms, term_eq(&x->terms, mine[0], others[0])));
        before = term_and(&x->terms, before, not_zero(x, others[0]));
        before = term_and(&x->terms, before, counts_known(x, a->from, k));
        vec_each (Fork, f, &a->forks)
            before = term_and(&x->terms, before,
                              term_not(&x->terms, term_eq(&x->terms, f->values[0], others[0])));
        vec_push(cases, ((Case){.before = before, .goals = goals}));
    }
}

/* ---- the search ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void keep_others(Model *x, uint32_t number, Cases *cases)
{
    Action *a = &x->actions.at[number];
    uint64_t from = later(x->global.stamp, x->locations.at[a->from].stamp);
    if (a->stamps.len < x->locations.len)
        vec_resize(&a->stamps, x->locations.len);
    for (uint32_t k = 0; k < x->locations.len; k++) {
        const Pair *pair = pair_of(x, a->from, k);
        uint64_t newest = later(from, later(x->locations.at[k].stamp, pair->stamp));
        if (!pair->reached || a->stamps.at[k] > newest)
            continue;
        a->stamps.at[k] = ++x->clock;
        keep_other(x, a, k, cases);
    }
}

/* One action; true: something became weaker. */
static bool run_action(Model *x, uint32_t number)
{
    Action *a = &x->actions.at[number];
    Cases cases = {0};
    uint64_t newest = later(x->global.stamp, x->locations.at[a->from].stamp);
    bool is_new = a->stamp <= newest;
    if (is_new)
        a->stamp = ++x->clock;
    assert((a->end == ACTION_STOPS) == (a->to != NO_LOCATION));
    assert(a->stamp <= x->clock);
    if (a->end == ACTION_FAILS) {
        if (is_new && is_possible(x, before_action(x, a))) {
            x->reason = a->reason;
            x->pc = a->pc;
        }
        return false;
    }
    if (is_new)
        keep_own(x, a, &cases);
    keep_others(x, number, &cases);
    uint64_t clock = x->clock;
    keep(x, &cases);
    return x->clock != clock;
}

/* The first state: the cells are as init has left them. */
static void begin(Model *x, uint32_t entry, const Term *values)
{
    Goals goals = {0};
    Term before = not_zero(x, values[0]);
    vec_each (Cell, c, &x->cells)
        before = term_and(&x->terms, before, cell_begins(x, c));
    before = term_and(&x->terms, before, counts_first(x, entry));
    before = term_and(&x->terms, before, element_known(x));
    vec_push(&goals, ((Goal){.at = NO_LOCATION, .other = NO_LOCATION}));
    vec_push(&goals, ((Goal){.at = entry, .other = NO_LOCATION, .values = values}));
    Cases cases = {0};
    vec_push(&cases, ((Case){.before = before, .goals = goals}));
    keep(x, &cases);
}

static bool is_stopped(const Model *x)
{
    return x->limit || x->reason || x->again;
}

/* For the hard build: nothing became weaker since an action was last looked at, by itself and beside
 * each thread that there may be; what is reached was expanded, and where actions lead is reached,
 * unless they cannot happen. */
static void check_fixpoint(const Model *x)
{
    for (uint32_t at = 0; at < x->locations.len; at++) {
        const Location *l = &x->locations.at[at];
        assert(l->reached == l->expanded);
        assert(l->first_action + l->actions <= x->actions.len);
        for (uint32_t k = 0; k < l->actions; k++) {
            const Action *a = &x->actions.at[l->first_action + k];
            assert(a->from == at && a->stamp > l->stamp && a->stamp > x->global.stamp);
            assert(a->to == NO_LOCATION || a->to < x->locations.len);
        }
    }
    assert(x->pairs.len == x->pair_ids.at.len);
    for (uint32_t id = 0; id < x->pairs.len; id++) {
        uint32_t a = pairs_left(&x->pair_ids, id), b = pairs_right(&x->pair_ids, id);
        assert(a <= b && b < x->locations.len);
        assert(x->pairs.at[id].reached || !x->pairs.at[id].differ.len);
    }
}

bool fixpoint_run(Model *x, uint32_t entry, const Term *values)
{
    bool busy = true;
    begin(x, entry, values);
    while (busy && !is_stopped(x)) {
        busy = false;
        for (uint32_t at = 0; at < x->locations.len && !is_stopped(x); at++) {
            if (!x->locations.at[at].reached)
                continue;
            if (!x->locations.at[at].expanded) {
                step_expand(x, at);
                busy = true;
            }
            for (uint32_t k = 0; k < x->locations.at[at].actions && !is_stopped(x); k++)
                busy |= run_action(x, x->locations.at[at].first_action + k);
        }
    }
    if (HARD_CHECKS && !is_stopped(x))
        check_fixpoint(x);
    return !is_stopped(x);
}
