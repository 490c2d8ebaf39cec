/* solve.c -- from obligations to a result.
 *
 * All obligations of a method are one formula: a flag each that says "this one fails", and the
 * question whether some flag can be true.  First the candidates for loop invariants are asked
 * (Houdini: those that can fail are dropped, until none can), then the inferred guards, then what
 * the user wants to know.  Only when the solver gives up on all together is each asked alone. */
#include "engine/prove/solve/solve.h"

#include "base/log.h"
#include "engine/prove/loop/candidate.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/solve/lean.h"
#include "engine/prove/solve/small.h"
#include "symbolic/houdini.h"

typedef struct Question {
    Attempt *f;
    Solver *solver;
    Lean *lean;     /* or NULL: formulas are asked as they are */
    TermList flags; /* by obligation */
    VEC(bool) told; /* by obligation: the solver knows what its flag means */
    TermList later; /* what the solver has not been told yet */
    TermList on;    /* the invariants that are left */
    uint32_t asked;
    const char *gave_up;  /* on an invariant: then nothing is sure to fail */
    const uint32_t *only; /* of candidates, those of the loop with this head; NULL: all */
} Question;

typedef bool Wanted(const Obligation *o);

static bool is_candidate(const Obligation *o)
{
    return o->kind == OBLIGE_CANDIDATE;
}

static bool is_guard(const Obligation *o)
{
    return o->kind == OBLIGE_GUARD;
}

static bool is_real(const Obligation *o)
{
    return o->kind != OBLIGE_CANDIDATE && o->kind != OBLIGE_GUARD && o->kind < OBLIGE_RACE;
}

static bool is_race(const Obligation *o)
{
    return o->kind == OBLIGE_RACE;
}

/* What is asked once the invariants are found. */
static bool is_claim(const Obligation *o)
{
    return is_real(o) || is_race(o);
}

static bool is_claim_or_guard(const Obligation *o)
{
    return is_claim(o) || is_guard(o);
}

static bool is_dropped(const Attempt *f, const Obligation *o)
{
    assert(o->kind != OBLIGE_CANDIDATE || o->detail < f->candidates.len);
    assert(o->kind != OBLIGE_GUARD || o->detail < f->prover->guards.len);
    if (o->kind == OBLIGE_CANDIDATE)
        return f->candidates.at[o->detail].dropped;
    return o->kind == OBLIGE_GUARD && f->prover->guards.at[o->detail].dropped;
}

/* ... and is it of the loop whose turn it is? */
static bool wants(const Question *q, Wanted *wanted, const Obligation *o)
{
    return wanted(o) && (!q->only || o->code == *q->only);
}

static void collect_on(Question *q)
{
    q->on.len = 0;
    vec_each (Candidate, c, &q->f->candidates)
        if (!c->dropped && !candidate_sleeps(q->f, c))
            vec_push(&q->on, c->on);
}

/* The flag of an obligation says that it fails. */
static Term flagged(Question *q, size_t i)
{
    Terms *terms = &q->f->terms;
    const Obligation *o = &q->f->notes.obligations.at[i];
    Term fails = term_and(terms, o->path, term_not(terms, o->cond));
    if (o->kind >= OBLIGE_EXIT)
        fails = o->path;
    return term_implies(terms, q->flags.at[i], fails);
}

static void add_formula(Question *q, Term formula)
{
    solver_add(q->solver, q->lean ? lean_convert(q->lean, formula) : formula);
}

/* An obligation is told to the solver when it is first asked about. */
static void add_flag(Question *q, size_t i)
{
    Terms *terms = &q->f->terms;
    const Obligation *o = &q->f->notes.obligations.at[i];
    Term flag = q->flags.at[i];
    assert(q->told.len == q->f->notes.obligations.len && q->flags.len == q->told.len);
    if (q->told.at[i])
        return;
    q->told.at[i] = true;
    if (!q->lean || o->kind >= OBLIGE_EXIT) {
        add_formula(q, flagged(q, i));
        return;
    }
    add_formula(q, term_implies(terms, flag, o->path));
    solver_add(q->solver, term_implies(terms, flag, lean_refute(q->lean, o->cond)));
}

/* Asks the solver, and tells it what it has not been told yet as far as its answer contradicts it:
 * little of what is known of all objects is needed. */
static SolverAnswer check_all(Question *q, const Term *assumed, size_t count)
{
    VEC(int8_t) truths = {0};
    for (;;) {
        SolverAnswer answer = solver_check(q->solver, assumed, count);
        size_t kept = 0, len = q->later.len;
        if ((answer != SOLVER_SAT && answer != SOLVER_MAYBE) || !len) {
            vec_free(&truths);
            return answer;
        }
        vec_resize(&truths, len);
        solver_truths(q->solver, q->later.at, len, truths.at);
        for (size_t i = 0; i < len; i++)
            if (truths.at[i] == 1)
                q->later.at[kept++] = q->later.at[i];
            else
                solver_add(q->solver, q->later.at[i]);
        q->later.len = kept;
        if (kept == len) {
            vec_free(&truths);
            return answer;
        }
    }
}

/* Can one of the wanted obligations among the first `count` fail? */
static SolverAnswer ask_first(Question *q, Wanted *wanted, size_t count)
{
    Attempt *f = q->f;
    Terms *terms = &f->terms;
    Term some = term_bool(terms, false);
    char name[40];
    for (size_t i = 0; i < count; i++) {
        const Obligation *o = &f->notes.obligations.at[i];
        if (!wants(q, wanted, o) || is_dropped(f, o))
            continue;
        add_flag(q, i);
        some = term_or(terms, some, q->flags.at[i]);
    }
    if (term_is_false(terms, some))
        return SOLVER_UNSAT;
    snprintf(name, sizeof name, "question %u", q->asked++);
    Term asked = term_variable(terms, name, SORT_BOOL);
    solver_add(q->solver, term_implies(terms, asked, some));
    collect_on(q);
    vec_push(&q->on, asked);
    SolverAnswer answer = check_all(q, q->on.at, q->on.len);
    q->on.len--;
    return answer;
}

static SolverAnswer ask(Question *q, Wanted *wanted)
{
    return ask_first(q, wanted, q->f->notes.obligations.len);
}

/* Which of the wanted obligations fail in the model?  The flags tell where quantifiers make the
 * rest unclear. */
static void find_failures(Question *q, Wanted *wanted)
{
    Attempt *f = q->f;
    TermList asked = {0};
    VEC(int8_t) truths = {0};
    for (size_t i = 0; i < f->notes.obligations.len; i++)
        if (wants(q, wanted, &f->notes.obligations.at[i])) {
            vec_push(&asked, q->flags.at[i]);
            vec_push(&asked, f->notes.obligations.at[i].path);
            vec_push(&asked, f->notes.obligations.at[i].cond);
        }
    vec_resize(&truths, asked.len);
    solver_truths(q->solver, asked.at, asked.len, truths.at);
    const int8_t *at = truths.at;
    vec_each (Obligation, o, &f->notes.obligations) {
        o->failed = false;
        if (!wants(q, wanted, o))
            continue;
        o->failed = at[0] == 1 || (at[1] == 1 && at[2] == 0);
        at += 3;
    }
    assert(at == truths.at + truths.len);
    vec_free(&asked);
    vec_free(&truths);
}

static void drop(Attempt *f, const Obligation *o)
{
    assert(o->kind == OBLIGE_CANDIDATE || o->kind == OBLIGE_GUARD);
    assert(!is_dropped(f, o));
    if (o->kind == OBLIGE_CANDIDATE)
        f->candidates.at[o->detail].dropped = true;
    else {
        const Guard *guard = &f->prover->guards.at[o->detail];
        LOG(PROVE, "%s: a guess about %s is wrong: %s", f->program->procs.at[f->proc].name,
            f->program->regions.at[guard->region].name, guard->text);
        f->prover->guards.at[o->detail].dropped = true;
        f->prover->dropped = true;
    }
}

/* Invariants or guards that are dropped until none can fail. */
typedef struct Dropping {
    Question *q;
    Wanted *wanted;
} Dropping;

static SolverAnswer ask_left(void *of)
{
    const Dropping *d = of;
    return ask(d->q, d->wanted);
}

static bool drop_some(void *of, Drop which)
{
    const Dropping *d = of;
    Attempt *f = d->q->f;
    bool dropped = false;
    if (which == DROP_BROKEN)
        find_failures(d->q, d->wanted);
    vec_each (Obligation, o, &f->notes.obligations) {
        if (!wants(d->q, d->wanted, o) || is_dropped(f, o) || (which == DROP_BROKEN && !o->failed))
            continue;
        drop(f, o);
        dropped = true;
        if (which == DROP_ONE)
            break;
    }
    return dropped;
}

/* Giving up drops all. */
static void houdini(Question *q, Wanted *wanted)
{
    Attempt *f = q->f;
    Dropping d = {q, wanted};
    if (houdini_run(&(Houdini){.of = &d, .ask = ask_left, .drop = drop_some}))
        return;
    q->gave_up = arena_print(&f->prover->job->arena, "%s", solver_reason(q->solver));
    if (wanted == is_guard)
        f->prover->gave_up = q->gave_up;
}

/* Candidates; of many loops one after the other: what may hold at the head of a loop does not depend on what
 * comes behind it, and where it does (a loop around it) the last question is about all of them.  What
 * is left is the same in any order. */
static void find_invariants(Question *q)
{
    enum { FEW_LOOPS = 6 };
    Attempt *f = q->f;
    VEC(uint32_t) heads = {0};
    vec_each (uint32_t, code, &f->flat.order) {
        bool has = false;
        vec_each (Candidate, c, &f->candidates)
            has = has || c->head == *code;
        if (has)
            vec_push(&heads, *code);
    }
    for (size_t i = 0; i < heads.len && heads.len > FEW_LOOPS; i++) {
        q->only = &heads.at[i];
        houdini(q, is_candidate);
    }
    q->only = NULL;
    vec_free(&heads);
    houdini(q, is_candidate);
    f->missed = candidate_was_missed(f);
}

static void add_everything(Question *q)
{
    enum { MANY = 600 }; /* parts, that are told when they are needed */
    Attempt *f = q->f;
    assert(!q->flags.len && !q->told.len && !q->later.len);
    Terms *terms = &f->terms;
    char name[40];
    for (size_t i = 0; i < f->notes.obligations.len; i++) {
        snprintf(name, sizeof name, "fails %zu", i);
        vec_push(&q->flags, term_variable(terms, name, SORT_BOOL));
    }
    if (q->lean) {
        vec_each (Term, fact, &f->notes.facts)
            lean_look(q->lean, *fact);
        vec_each (Obligation, o, &f->notes.obligations) {
            lean_look(q->lean, o->path);
            lean_look_refuted(q->lean, o->cond);
        }
        lean_ready(q->lean);
    }
    solver_add(q->solver, term_lt(terms, term_number(terms, 0), f->tid));
    solver_add(q->solver, value_has_own(f, f->tid));
    solver_add(q->solver, value_nobody(f));
    vec_each (Term, fact, &f->notes.facts)
        if (q->lean && term_quantifies(terms, *fact))
            lean_split(q->lean, *fact, &q->later);
        else
            add_formula(q, *fact);
    bool few = q->later.len < MANY;
    vec_each (Term, fact, &f->notes.wide_facts)
        if (!q->lean)
            add_formula(q, *fact);
    vec_resize(&q->told, f->notes.obligations.len);
    vec_each (Term, part, &q->later)
        if (few)
            solver_add(q->solver, *part);
    q->later.len = few ? 0 : q->later.len;
}

/* Of what the user has said nothing about, the caller may see to it that no two threads have it:
 * it is in memory that pointers lead to, or is left to others by the end of threads. */
static bool is_open_race(const Attempt *f, const Obligation *o)
{
    const Cell *cell = &f->prover->cells.at[o->at.cell];
    int64_t object;
    bool variable = !o->at.object.ix || (term_is_number(&f->terms, o->at.object, &object));
    if (o->kind != OBLIGE_RACE || cell->access >= 0)
        return false;
    vec_each (Instr, i, &f->program->code)
        variable = variable && i->op != OP_JOIN;
    return !variable;
}

/* What broke; where heddle has come to its limit that is no failure of the program. */
static void report(Question *q, const Obligation *o, MethodCheck *check)
{
    check->result = PROOF_FAILED;
    explain_failure(q->f, q->solver, o, check);
    if (o->kind != OBLIGE_LIMIT && !is_open_race(q->f, o))
        return;
    check->result = PROOF_UNKNOWN;
    check->path.len = 0;
}

static const Obligation *first_failure(Question *q, Wanted *wanted)
{
    find_failures(q, wanted);
    vec_each (Obligation, o, &q->f->notes.obligations)
        if (wanted(o) && o->failed)
            return o;
    return NULL;
}

/* One after the other, with a solver of its own each. */
static void ask_singly(Question *q, Wanted *wanted, MethodCheck *check)
{
    Attempt *f = q->f;
    for (size_t i = 0; i < f->notes.obligations.len; i++) {
        const Obligation *o = &f->notes.obligations.at[i];
        if (!wanted(o))
            continue;
        TermList assumed = {0};
        vec_each (Term, on, &q->on)
            vec_push(&assumed, *on);
        vec_push(&assumed, q->flags.at[i]);
        add_flag(q, i);
        SolverAnswer answer = check_all(q, assumed.at, assumed.len);
        if (answer == SOLVER_MAYBE) {
            solver_try_harder(q->solver, true);
            answer = check_all(q, assumed.at, assumed.len);
            solver_try_harder(q->solver, false);
        }
        vec_free(&assumed);
        if (answer == SOLVER_SAT) {
            report(q, o, check);
            return;
        }
        if (answer != SOLVER_UNSAT && check->result != PROOF_UNKNOWN) {
            check->result = PROOF_UNKNOWN;
            check->where = flat_pos(f, o->code);
            check->message = arena_print(&f->prover->job->arena, "the solver gives up: %s",
                                         solver_reason(q->solver));
        }
    }
}

static bool is_reach(const Obligation *o)
{
    return o->kind == OBLIGE_REACH;
}

/* One of the flags of these obligations, of this loop: it is left, or the method ends. */
static Term some_flag(Question *q, ObligationKind kind, uint32_t head)
{
    Attempt *f = q->f;
    Term some = term_bool(&f->terms, false);
    for (size_t i = 0; i < f->notes.obligations.len; i++) {
        const Obligation *o = &f->notes.obligations.at[i];
        if (o->kind != kind || (kind == OBLIGE_EXIT && o->detail != head))
            continue;
        add_flag(q, i);
        some = term_or(&f->terms, some, q->flags.at[i]);
    }
    return some;
}

/* Can it be so? */
static SolverAnswer ask_whether(Question *q, const char *what, Term holds)
{
    Terms *terms = &q->f->terms;
    char name[40];
    if (term_is_false(terms, holds))
        return SOLVER_UNSAT;
    snprintf(name, sizeof name, "%s %u", what, q->asked++);
    Term asked = term_variable(terms, name, SORT_BOOL);
    solver_add(q->solver, term_implies(terms, asked, holds));
    vec_push(&q->on, asked);
    SolverAnswer answer = check_all(q, q->on.at, q->on.len);
    q->on.len--;
    return answer;
}

/* Can the loop be left? */
static SolverAnswer ask_exits(Question *q, uint32_t head)
{
    assert(q->f->flat.code.at[head].head);
    return ask_whether(q, "exit", some_flag(q, OBLIGE_EXIT, head));
}

static bool may_end(const Attempt *f)
{
    vec_each (Code, code, &f->flat.code)
        if (code->kind == CODE_RETURN && code->reached)
            return true;
    return false;
}

/* One question in the place of many: is there a run that leaves all loops and reaches the end?
 * Mostly there is, and then judge_loops and smoke have nothing to ask. */
static bool is_alive(Question *q)
{
    Attempt *f = q->f;
    Term all = term_bool(&f->terms, true);
    uint32_t loops = 0;
    vec_each (Obligation, o, &f->notes.obligations)
        if (o->kind == OBLIGE_STUCK) {
            all = term_and(&f->terms, all, some_flag(q, OBLIGE_EXIT, o->code));
            loops++;
        }
    if (!loops || !may_end(f))
        return false;
    collect_on(q);
    all = term_and(&f->terms, all, some_flag(q, OBLIGE_REACH, 0));
    return ask_whether(q, "alive", all) == SOLVER_SAT;
}

/* A loop that surely never ends has done after each round what performs demands.  False: it has
 * not, or the solver gives up. */
static bool judge_loops(Question *q, MethodCheck *check)
{
    Attempt *f = q->f;
    bool *left = arena_array(&f->arena, bool, f->flat.code.len + 1); /* by head: it can be */
    collect_on(q);
    for (size_t i = 0; i < f->notes.obligations.len; i++) {
        const Obligation *o = &f->notes.obligations.at[i];
        if (o->kind != OBLIGE_STUCK || left[o->code])
            continue;
        SolverAnswer answer = ask_exits(q, o->code);
        left[o->code] = answer == SOLVER_SAT || answer == SOLVER_MAYBE;
        if (left[o->code])
            continue;
        if (answer == SOLVER_UNSAT) {
            add_flag(q, i);
            vec_push(&q->on, q->flags.at[i]);
            answer = check_all(q, q->on.at, q->on.len);
            q->on.len--;
        }
        if (answer == SOLVER_UNSAT)
            continue;
        check->result = PROOF_UNKNOWN;
        check->where = flat_pos(f, o->code);
        check->message = "it is not known whether this loop ever ends";
        if (answer == SOLVER_SAT)
            report(q, o, check);
        return false;
    }
    return true;
}

/* A proof that holds because nothing can happen is none. */
static void smoke(Question *q, MethodCheck *check)
{
    SolverAnswer answer = may_end(q->f) ? ask(q, is_reach) : SOLVER_SAT;
    if (answer == SOLVER_SAT || answer == SOLVER_MAYBE)
        return;
    check->result = PROOF_UNKNOWN;
    check->message =
        answer == SOLVER_UNSAT
            ? "no run of the method reaches its end, so a proof would say nothing"
            : arena_print(&q->f->prover->job->arena,
                          "the solver gives up on whether a run of the method reaches its end: %s",
                          solver_reason(q->solver));
}

static void tell_invariants(const Attempt *f, MethodCheck *check)
{
    measure_conclude(f);
    vec_each (Candidate, c, &f->candidates) {
        bool found = !c->dropped && !candidate_sleeps(f, c);
        const char *text = found ? candidate_text(f, c, &f->prover->job->arena) : NULL;
        if (text)
            vec_push(&check->inferred, arena_print(&f->prover->job->arena, "line %u: %s",
                                                   flat_pos(f, c->head).line, text));
    }
}

static bool is_possible(void *of, const Term *assumed, size_t count)
{
    enum { PARTS = 32 };
    Question *q = of;
    solver_be_brief(q->solver, PARTS);
    bool possible = check_all(q, assumed, count) == SOLVER_SAT;
    solver_be_brief(q->solver, 1);
    return possible;
}

/* It fails; the explanation is of the smallest way in which it does that is found with little work. */
static void report_small(Question *q, const Obligation *o, MethodCheck *check)
{
    TermList held = {0};
    collect_on(q);
    vec_each (Term, on, &q->on)
        vec_push(&held, *on);
    vec_push(&held, q->flags.at[o - q->f->notes.obligations.at]);
    if (small_wish(q->f, o, &held, is_possible, q))
        report(q, o, check);
    vec_free(&held);
}

/* Do they all hold?  If not, the first that can fail is explained. */
static bool prove_all(Question *q, Wanted *wanted, MethodCheck *check)
{
    Attempt *f = q->f;
    SolverAnswer answer = ask(q, wanted);
    if (answer == SOLVER_UNSAT)
        return true;
    const Obligation *o = answer == SOLVER_SAT ? first_failure(q, wanted) : NULL;
    const Obligation *first = NULL;
    while (o) { /* each explanation is of an earlier failure */
        report(q, o, check);
        first = o;
        answer = ask_first(q, wanted, (size_t)(o - f->notes.obligations.at));
        o = answer == SOLVER_SAT ? first_failure(q, wanted) : NULL;
    }
    if (first && check->result == PROOF_FAILED)
        report_small(q, first, check);
    if (check->result == PROOF_PROVED)
        ask_singly(q, wanted, check);
    return check->result == PROOF_PROVED;
}

static void decide(Question *q, MethodCheck *check)
{
    Attempt *f = q->f;
    find_invariants(q);
    houdini(q, is_guard);
    check->result = PROOF_PROVED;
    if (f->prover->dropped)
        return; /* there will be another round, or doubt */
    if (ask(q, is_claim) == SOLVER_UNSAT ||
        (!f->missed && prove_all(q, is_real, check) && prove_all(q, is_race, check))) {
        tell_invariants(f, check);
        if (!is_alive(q) && judge_loops(q, check))
            smoke(q, check);
        return;
    }
    if (f->missed)
        check->result = PROOF_UNKNOWN; /* it is tried again, so there is nothing to explain yet */
    const char *why = q->gave_up ? q->gave_up : f->prover->gave_up;
    if (check->result == PROOF_FAILED && why) {
        check->result = PROOF_UNKNOWN;
        check->path.len = 0;
        check->message = arena_print(&f->prover->job->arena, "the solver gives up: %s", why);
    }
}

static bool is_trial(const Attempt *f)
{
    return f->way.thrifty || f->way.promises;
}

/* Proved, or nothing is known.  Guards are dropped for good only where the attempt is thrifty. */
static bool is_proved(Question *q, MethodCheck *check)
{
    Attempt *f = q->f;
    find_invariants(q);
    if (f->way.thrifty) {
        houdini(q, is_guard);
        if (f->prover->dropped)
            return f->prover->hasty = true;
    }
    SolverAnswer answer = ask(q, is_claim_or_guard);
    bool proved = answer == SOLVER_UNSAT;
    if (!proved && answer != SOLVER_SAT && !f->missed)
        proved = ask(q, is_guard) == SOLVER_UNSAT && ask(q, is_real) == SOLVER_UNSAT &&
                 ask(q, is_race) == SOLVER_UNSAT;
    bool alive = proved && is_alive(q);
    if (alive || (proved && judge_loops(q, check))) {
        tell_invariants(f, check);
        if (!alive)
            smoke(q, check);
    } else
        proved = false;
    vec_each (Candidate, c, &f->candidates)
        c->dropped = false;
    return proved;
}

/* With quantifiers about objects solvers do not come to an end, so what is known of the objects
 * that are named has to do. */
static bool decide_lean(Question *q, MethodCheck *check)
{
    if (lean_failed(q->lean))
        return false;
    if (!q->f->prover->met || is_trial(q->f))
        return is_proved(q, check);
    decide(q, check);
    return true;
}

SolverOptions solve_options(const Prover *p, const char *title)
{
    const Options *options = p->job->options;
    return (SolverOptions){.program = options->solver,
                           .limit = (uint64_t)options->solver_limit,
                           .seed = (uint32_t)options->solver_seed,
                           .ranges = true,
                           .log = p->log,
                           .title = title,
                           .budget = &p->job->budget};
}

static bool ask_all(Attempt *f, MethodCheck *check, Lean *lean)
{
    Job *job = f->prover->job;
    char why[160];
    bool decided = true;
    SolverOptions options =
        solve_options(f->prover, arena_print(&f->arena, "%s: %s", check->proc, check->check));
    Question q = {.f = f, .lean = lean};
    q.solver = solver_new(&f->terms, &options, why, sizeof why);
    if (!q.solver) {
        check->result = PROOF_UNKNOWN;
        check->message = arena_print(&job->arena, "%s", why);
        return true;
    }
    add_everything(&q);
    check->result = PROOF_PROVED;
    if (lean)
        decided = decide_lean(&q, check);
    else if (is_trial(f))
        decided = is_proved(&q, check);
    else
        decide(&q, check);
    check->questions += solver_questions(q.solver);
    solver_free(q.solver);
    vec_free(&q.flags);
    vec_free(&q.on);
    vec_free(&q.later);
    vec_free(&q.told);
    return decided;
}

bool solve(Attempt *f, MethodCheck *check)
{
    if (f->bound.len) {
        Lean *lean = lean_new(f);
        bool decided = ask_all(f, check, lean);
        lean_free(lean);
        if (decided || is_trial(f))
            return decided;
    }
    return ask_all(f, check, NULL);
}
