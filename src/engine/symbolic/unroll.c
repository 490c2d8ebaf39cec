/* unroll.c -- all that threads may do, up to so many rounds of loops, as guarded steps.
 *
 * A procedure is run for all its paths at once: paths that meet become one again, with values that
 * depend on where they came from.  A call is run where it stands.  The runs of a loop follow each other;
 * whoever would go round once more than the level allows is cut, and that is noted. */
#include "engine/symbolic/model.h"

#include "base/log.h"
#include "machine/machine.h"

enum { IN_TURNS = 25 }; /* rounds that are known cost little if there are no times */
enum { MOST_STEPS = 20000000, MOST_EVENTS = 6000, MOST_FACTS = 400000, SPEND = 2000 };

void unroll_stop(Model *x, const char *why)
{
    if (x->stopped)
        return;
    x->stopped = true;
    x->why = why;
    x->why_pc = x->pc;
}

void unroll_know(Model *x, Term fact)
{
    if (term_is_true(&x->terms, fact))
        return;
    vec_push(&x->facts, fact);
    solver_add(x->solver, fact);
}

void unroll_note(Model *x, Note note)
{
    assert(x->state && x->thread);
    note.thread = x->thread->id;
    note.seq = ++x->seq;
    note.pc = x->pc;
    note.guard = x->state->guard;
    vec_push(&x->notes, note);
}

void unroll_fail(Model *x, FailKind kind, ErrorKind error, Term holds, const char *text)
{
    Term guard = term_and(&x->terms, x->state->guard, term_not(&x->terms, holds));
    if (term_is_false(&x->terms, guard))
        return;
    vec_push(&x->fails, ((Fail){kind, error, x->pc, text, guard}));
    unroll_note(x, (Note){.did = DID_FAIL, .failed = (uint32_t)x->fails.len - 1});
    vec_last(&x->notes).guard = guard;
}

void unroll_limit(Model *x, Term holds, const char *text)
{
    unroll_fail(x, FAIL_LIMIT, ERR_INTERNAL_LIMIT, holds, text);
}

uint32_t unroll_count(Model *x, uint32_t thread, uint32_t pc)
{
    bool is_new;
    uint32_t id = pairs_add(&x->counts, thread, pc, &is_new);
    if (x->counted.len <= id)
        vec_resize(&x->counted, id + 1);
    return x->counted.at[id]++;
}

/* ---- the solver ---- */

SolverAnswer unroll_ask(Model *x, const Term *terms, size_t count)
{
    SolverAnswer answer = solver_check(x->solver, terms, count);
    uint64_t work = solver_work(x->solver);
    assert(work >= x->spent);
    if (budget_spend(&x->job->budget, work - x->spent))
        unroll_stop(x, x->job->budget.reason);
    x->spent = work;
    return answer;
}

bool unroll_feasible(Model *x, Term guard)
{
    if (term_is_true(&x->terms, guard))
        return true;
    return unroll_ask(x, &guard, 1) != SOLVER_UNSAT;
}

/* ---- actions ---- */

Term unroll_new_clock(Model *x, Term guard)
{
    Runner *t = x->thread;
    Term clock = sym_variable(x, "clock", SORT_INT);
    Term before = t->clock.ix ? t->clock : t->fork_clock;
    assert(before.ix);
    unroll_know(x, term_lt(&x->terms, before, clock));
    t->clock = clock;
    turns_clock(x, clock);
    unroll_note(x, (Note){.did = DID_CLOCK, .value = clock});
    vec_last(&x->notes).guard = guard;
    return clock;
}

Term unroll_clock(Model *x)
{
    if (!x->state->clock.ix)
        x->state->clock = unroll_new_clock(x, x->state->guard);
    return x->state->clock;
}

void unroll_mark_stop(Model *x, uint32_t start)
{
    if (x->stops.len <= start)
        vec_resize(&x->stops, start + 1);
    x->again |= !x->stops.at[start];
    x->stops.at[start] = 1;
}

/* The path goes on only under this condition; otherwise its action does not happen. */
static void go_on_if(Model *x, Term holds)
{
    Terms *t = &x->terms;
    Path *s = x->state;
    unroll_note(x, (Note){.did = DID_STOP});
    vec_last(&x->notes).guard = term_and(t, s->guard, term_not(t, holds));
    s->guard = term_and(t, s->guard, holds);
}

void unroll_want(Model *x)
{
    Path *s = x->state;
    if (s->wrote && !s->wants)
        unroll_mark_stop(x, s->start);
    if (!s->wrote)
        go_on_if(x, sym_variable(x, "goes", SORT_BOOL));
}

void unroll_assume(Model *x, Term holds)
{
    Path *s = x->state;
    if (term_is_true(&x->terms, holds))
        return;
    if (s->wrote && !s->wants)
        unroll_mark_stop(x, s->start);
    if (s->wrote)
        unroll_know(x, term_implies(&x->terms, s->guard, holds));
    go_on_if(x, holds);
}

bool unroll_may_wait(const Model *x, const Instr *i)
{
    return x->state->start == i->target && x->state->call == x->call;
}

static void begin_action(Model *x, Path *s, uint32_t pc)
{
    s->start = pc;
    s->call = x->call;
    s->clock = NO_TERM;
    s->wrote = s->wants = false;
    x->pc = pc;
    x->state = s;
    unroll_note(x, (Note){.did = DID_BEGIN});
    if (pc < x->stops.len && x->stops.at[pc]) {
        s->guard = term_and(&x->terms, s->guard, sym_variable(x, "goes", SORT_BOOL));
        vec_last(&x->notes).guard = s->guard;
        s->wants = true;
    }
}

/* ---- one call ---- */

typedef struct Pending {
    uint32_t pc, rank;
    Path state;
} Pending;

typedef struct Head {
    uint32_t pc, rounds;
} Head;

typedef struct Call {
    uint32_t proc, number;
    bool atomic;
    const uint32_t *ranks;
    size_t regs;
    VEC(Pending) pending;
    VEC(Head) heads;
    Paths returned, thrown;
} Call;

static uint32_t rank_at(const Model *x, const Call *c, uint32_t pc)
{
    assert(pc >= x->program->procs.at[c->proc].begin && pc < x->program->procs.at[c->proc].end);
    return c->ranks[pc - x->program->procs.at[c->proc].begin];
}

/* How often has control come back here, since an outer loop did? */
static uint32_t *rounds_of(Model *x, Call *c, uint32_t pc)
{
    size_t kept = 0;
    uint32_t *rounds = NULL;
    for (size_t k = 0; k < c->heads.len; k++)
        if (rank_at(x, c, c->heads.at[k].pc) <= rank_at(x, c, pc))
            c->heads.at[kept++] = c->heads.at[k];
    c->heads.len = kept;
    vec_each (Head, head, &c->heads)
        if (head->pc == pc)
            rounds = &head->rounds;
    if (rounds)
        return rounds;
    vec_push(&c->heads, ((Head){pc, 0}));
    return &vec_last(&c->heads).rounds;
}

static void cut(Model *x, const Path *s, const char *text)
{
    Path *was = x->state;
    Path here = *s;
    x->state = &here;
    unroll_fail(x, FAIL_CUT, ERR_INTERNAL_LIMIT, x->terms.no, text);
    x->state = was;
}

/* May the path go round once more? */
static bool goes_round(Model *x, Call *c, uint32_t pc, const Path *s)
{
    uint32_t rounds = ++*rounds_of(x, c, pc), others = 0;
    vec_each (Pending, p, &c->pending)
        others += p->rank > rank_at(x, c, pc);
    bool open = others || c->returned.len || c->thrown.len;
    if (open && (rounds < 4 || rounds % 4 == 0 || rounds > x->level.rounds) &&
        !unroll_feasible(x, s->guard))
        return false;
    uint32_t constant = x->level.constant * (x->turns.on ? IN_TURNS : 1);
    if (rounds <= (open ? x->level.rounds : constant))
        return true;
    cut(x, s, "a loop goes round too often");
    return false;
}

static void go_to(Model *x, Call *c, uint32_t from, uint32_t pc, Path s)
{
    uint32_t rank = rank_at(x, c, pc);
    if (term_is_false(&x->terms, s.guard) || x->stopped)
        return;
    assert(rank);
    if (rank <= rank_at(x, c, from) && !goes_round(x, c, pc, &s))
        return;
    vec_push(&c->pending, ((Pending){pc, rank, s}));
}

/* ---- instructions ---- */

static Sym operand(void *of, Ref ref, Type type)
{
    Model *x = of;
    if (ref < 0)
        return sym_constant(x, x->program->constants.at[~ref], type);
    return x->state->regs[ref];
}

static void set(void *of, int32_t reg, Sym value)
{
    Model *x = of;
    if (value.t.ix)
        x->state->regs[reg] = value;
}

static Sym any(void *of, const Instr *i, Type type)
{
    Model *x = of;
    bool real = i->type.kind == TYPE_FLOAT || i->from.kind == TYPE_FLOAT;
    unroll_limit(x, x->terms.no,
                 real ? "numbers that are floats are not followed"
                      : "this arithmetic is not followed");
    return sym_fresh(x, type);
}

static void need(void *of, Need need)
{
    unroll_fail(of, FAIL_ERROR, need.error, need.holds, NULL);
}

static void unclear(void *of, const Instr *i)
{
    Model *x = of;
    (void)i;
    unroll_limit(x, x->terms.no, "what is undefined for some values is not followed here");
}

static void refuse(void *of, const Instr *i, const char *why)
{
    Model *x = of;
    (void)why;
    unroll_limit(x, x->terms.no,
                 arena_print(&x->arena, "`%s` is not followed", op_info[i->op].text));
}

static const Evaluator evaluator = {.operand = operand,
                                    .set = set,
                                    .any = any,
                                    .need = need,
                                    .unclear = unclear,
                                    .refuse = refuse,
                                    .memory = &symbolic_memory};

static void choose(Model *x, const Instr *i)
{
    Terms *t = &x->terms;
    Sym low = operand(x, i->a, i->type), high = operand(x, i->b, i->type);
    Term some = theory_less(&x->theory, low.t, high.t, true, i->type);
    int64_t from, to;
    if (i->flags & FLAG_ALL)
        x->sampled = true;
    if (i->type.bits == 1) { /* booleans */
        unroll_limit(x, t->no, "a choice of a boolean is not followed");
        return;
    }
    unroll_fail(x, FAIL_ERROR, ERR_NO_CHOICE, some, NULL);
    Term taken = sym_variable(x, "choice", SORT_BITS(i->type.bits));
    Term in = term_and(t, theory_less(&x->theory, low.t, taken, true, i->type),
                       theory_less(&x->theory, taken, high.t, true, i->type));
    bool known = sym_is_known(x, low.t, &from) && sym_is_known(x, high.t, &to);
    if (!known)
        unroll_limit(x, t->no, "the range of a choice is not known");
    else
        unroll_know(x, in);
    uint64_t most =
        known ? ((uint64_t)to - (uint64_t)from) << (64 - i->type.bits) >> (64 - i->type.bits) : 0;
    Term above = term_bits(t, TERM_BITS_SUB, taken, low.t);
    unroll_note(x, (Note){.did = DID_CHOOSE,
                          .value = term_resize(t, above, 64, false),
                          .wide = known && machine_is_wide(most + 1)});
    set(x, i->dst, sym_number(taken));
}

static void forget(Model *x, const Call *c, const Instr *i)
{
    const List *list = &x->program->lists.at[i->dsts];
    for (uint32_t k = 0; k < list->len; k++)
        set(x, list->at[k],
            sym_zero(x, x->program->procs.at[c->proc].registers.at[list->at[k]].type));
}

/* An instruction that goes on to the next one. */
static void plain(Model *x, Call *c, const Instr *i)
{
    Eval eval = {&evaluator, &x->theory, x->program, x};
    Sym result = {0};
    Path *s = x->state;
    if (i->op == OP_MOV && i->flags & FLAG_ALL) { /* takes all values of an input */
        set(x, i->dst, sym_number(x->terms.yes));
        return;
    }
    if (eval_instr(&eval, i))
        return;
    switch ((Op)i->op) {
    case OP_FORGET:
        forget(x, c, i);
        return;
    case OP_ATOMIC:
        s->depth++;
        return;
    case OP_END:
        s->depth--;
        return;
    case OP_CHOOSE:
        choose(x, i);
        return;
    case OP_ASSUME:
        unroll_assume(x, sym_true(x, operand(x, i->a, TYPE_U1)));
        return;
    case OP_ASSERT:
        unroll_fail(x, FAIL_ERROR, ERR_ASSERTION, sym_true(x, operand(x, i->a, TYPE_U1)), NULL);
        return;
    case OP_CAUGHT:
        set(x, i->dst, sym_constant(x, s->caught, TYPE_U32));
        return;
    case OP_FORK ... OP_NUMBER:
        thread_instr(x, i, &result);
        if (i->dst != NO_REF)
            set(x, i->dst, result);
        return;
    case OP_DOUBT:
        if (!(i->flags & (FLAG_ALL | FLAG_TRIED)))
            unroll_limit(x, x->terms.no, x->program->strings.at[i->other]);
        return;
    case OP_TRACE:
    case OP_WITNESS:
    case OP_ACCEPT:
    case OP_FENCE: /* every run is sequentially consistent here */
        return;
    case OP_MOV ... OP_DISTANCE: /* theory and memory know these */
    case OP_LOAD ... OP_SETHAS:
    case OP_ACQUIRE ... OP_TAKE:
    case OP_JUMP ... OP_YIELD: /* see step */
    case OP_SELECT:
    case OP_CALL ... OP_THROW:
    case OP_CLAIM ... OP_EACH: /* refused */
    case OP_FAIL:
    case OPS:
        break;
    }
    refuse(x, i, NULL);
}

/* ---- control ---- */

static void branch(Model *x, Call *c, uint32_t pc, Path s, Term yes, uint32_t to, uint32_t other)
{
    Terms *t = &x->terms;
    if (!term_is_false(t, yes) && !term_is_true(t, yes))
        yes = decide(x, yes);
    if (!term_is_false(t, yes) && !term_is_true(t, yes)) {
        Path copy = path_copy(x, &s, c->regs);
        copy.guard = term_and(t, s.guard, term_not(t, yes));
        go_to(x, c, pc, other, copy);
        s.guard = term_and(t, s.guard, yes);
        go_to(x, c, pc, to, s);
    } else {
        go_to(x, c, pc, term_is_true(t, yes) ? to : other, s);
    }
}

static void switch_on(Model *x, Call *c, uint32_t pc, Path s, const Instr *i)
{
    Terms *t = &x->terms;
    const List *cases = &x->program->lists.at[i->list];
    Sym value = operand(x, i->a, i->type);
    for (uint32_t k = 0; k < cases->len; k += 2) {
        Term is = term_eq(t, value.t, operand(x, cases->at[k], i->type).t);
        if (term_is_false(t, is))
            continue;
        Path copy = term_is_true(t, is) ? s : path_copy(x, &s, c->regs);
        copy.guard = term_and(t, s.guard, is);
        go_to(x, c, pc, (uint32_t)cases->at[k + 1], copy);
        s.guard = term_and(t, s.guard, term_not(t, is));
        if (term_is_false(t, s.guard))
            return;
    }
    go_to(x, c, pc, i->target, s);
}

static void select_one(Model *x, Call *c, uint32_t pc, Path *s, const Instr *i)
{
    Terms *t = &x->terms;
    const List *list = &x->program->lists.at[i->list];
    Term some = t->no, before = t->no, pick = sym_variable(x, "pick", SORT_BITS(16));
    uint32_t first = (uint32_t)x->conditions.len, count = list->len / 2;
    for (uint32_t k = 0; k < list->len; k += 2) {
        vec_push(&x->conditions, sym_true(x, operand(x, list->at[k], TYPE_U1)));
        some = term_or(t, some, vec_last(&x->conditions));
    }
    if (!unroll_may_wait(x, i))
        unroll_fail(x, FAIL_ERROR, ERR_BLOCKED_ATOMIC, some, NULL);
    else if (!term_is_true(t, some)) {
        unroll_want(x);
        unroll_know(x, term_implies(t, s->guard, some));
    }
    if (count > 1 && !(i->flags & FLAG_FIRST))
        unroll_note(x, (Note){.did = DID_SELECT, .value = pick, .first = first, .count = count});
    Path from = *s;
    for (uint32_t k = 0; k < count; k++) {
        Term is = x->conditions.at[first + k];
        if (i->flags & FLAG_FIRST)
            is = term_and(t, is, term_not(t, before));
        else if (count > 1)
            is = term_and(t, is, term_eq(t, pick, sym_word(x, k, 16)));
        before = term_or(t, before, x->conditions.at[first + k]);
        Path copy = path_copy(x, &from, c->regs);
        copy.guard = term_and(t, from.guard, is);
        go_to(x, c, pc, (uint32_t)list->at[2 * k + 1], copy);
    }
}

static void run_call(Model *x, Call *c);

static uint32_t depth_of(const Model *x, uint32_t proc)
{
    uint32_t depth = 0;
    vec_each (uint32_t, at, &x->stack)
        depth += *at == proc;
    return depth;
}

/* The state of the caller after a call of this procedure, on the paths of `s`. */
static void call_one(Model *x, Call *c, uint32_t pc, Path s, const Instr *i, uint32_t proc)
{
    const Proc *callee = &x->program->procs.at[proc];
    const List *args = &x->program->lists.at[i->list], *dsts = &x->program->lists.at[i->dsts];
    if (depth_of(x, proc) > x->level.depth) {
        if (unroll_feasible(x, s.guard))
            cut(x, &s, "calls are nested too deeply");
        return;
    }
    Call inner = {.proc = proc, .number = ++x->calls, .regs = callee->registers.len};
    inner.atomic = c->atomic || s.depth || i->flags & FLAG_GUARD;
    inner.ranks = rank_of(x, proc);
    Path enter = s;
    enter.regs = arena_array(&x->pass, Sym, inner.regs + 1);
    enter.depth = 0;
    for (size_t k = 0; k < inner.regs; k++) {
        Type type = callee->registers.at[k].type;
        enter.regs[k] = k < callee->params ? operand(x, args->at[k], type) : sym_zero(x, type);
    }
    vec_push(&x->stack, proc);
    vec_push(&inner.pending, ((Pending){callee->begin, inner.ranks[0], enter}));
    run_call(x, &inner);
    assert(vec_last(&x->stack) == proc && (x->stopped || !inner.pending.len));
    (void)vec_pop(&x->stack);
    x->pc = pc;
    x->state = &s;
    if (inner.returned.len) {
        Path after = path_merge(x, &inner.returned, callee->results.len);
        x->state = &s;
        Sym *results = after.regs;
        after.regs = path_copy(x, &s, c->regs).regs;
        after.depth = s.depth;
        for (uint32_t k = 0; k < dsts->len; k++)
            after.regs[dsts->at[k]] =
                k < callee->results.len
                    ? results[k]
                    : sym_zero(x, x->program->procs.at[c->proc].registers.at[dsts->at[k]].type);
        go_to(x, c, pc, pc + 1, after);
    }
    vec_each (Path, thrown, &inner.thrown) {
        Path after = *thrown;
        after.regs = path_copy(x, &s, c->regs).regs;
        after.depth = s.depth;
        if (i->target)
            go_to(x, c, pc, i->target, after);
        else
            vec_push(&c->thrown, after);
    }
    vec_free(&inner.returned);
    vec_free(&inner.thrown);
    vec_free(&inner.pending);
    vec_free(&inner.heads);
}

static void call_pointer(Model *x, Call *c, uint32_t pc, Path s, const Instr *i)
{
    uint32_t len;
    Terms *t = &x->terms;
    Sym to = operand(x, i->a, TYPE_POINTER);
    const uint64_t *procs = set_members(x, to.set, &len);
    Term zero = sym_word(x, 0, OFFSET_BITS);
    for (uint32_t k = 0; k < len; k++) {
        Term is = term_eq(t, to.which, sym_word(x, (int32_t)procs[k], OBJECT_BITS));
        uint64_t proc = procs[k] - PROC_OBJECT;
        bool exists = procs[k] >= PROC_OBJECT && proc < x->program->procs.len;
        const Proc *callee = exists ? &x->program->procs.at[proc] : NULL;
        bool fits = exists && callee->params <= x->program->lists.at[i->list].len;
        if (!fits || !term_is_true(t, term_eq(t, to.t, zero)))
            unroll_fail(x, FAIL_ERROR, procs[k] ? ERR_WILD_POINTER : ERR_NULL_POINTER,
                        term_or(t, term_not(t, is), term_bool(t, fits) /* an offset is wrong */),
                        NULL);
        if (fits && !term_is_true(t, term_eq(t, to.t, zero)))
            unroll_limit(x, term_not(t, is), "a function is called through an odd pointer");
        if (!fits)
            continue;
        if (!program_may_lead(x->program, i, callee)) { /* its results are of other types */
            unroll_fail(x, FAIL_ERROR, ERR_CALL_TYPE, term_not(t, is), NULL);
            continue;
        }
        Path copy = path_copy(x, &s, c->regs);
        copy.guard = term_and(t, s.guard, is);
        x->state = &copy;
        x->pc = pc;
        if (!term_is_false(t, copy.guard))
            call_one(x, c, pc, copy, i, (uint32_t)proc);
        x->state = &s;
        x->pc = pc;
        x->call = c->number;
    }
}

static void leave(Model *x, Call *c, Path s, const Instr *i)
{
    const List *list = &x->program->lists.at[i->list];
    const Proc *p = &x->program->procs.at[c->proc];
    Sym *values = arena_array(&x->pass, Sym, p->results.len + 1);
    for (uint32_t k = 0; k < list->len && k < p->results.len; k++)
        values[k] = operand(x, list->at[k], p->results.at[k]);
    s.regs = values;
    vec_push(&c->returned, s);
}

static void fail(Model *x, const Instr *i)
{
    bool limit = error_info[i->offset].property == PROPERTY_NONE;
    unroll_fail(x, limit ? FAIL_LIMIT : FAIL_ERROR, (ErrorKind)i->offset, x->terms.no,
                x->program->strings.at[i->other]);
}

/* One instruction; false: the path is somewhere else now. */
static bool step(Model *x, Call *c, uint32_t pc, Path *s)
{
    const Instr *i = &x->program->code.at[pc];
    x->state = s;
    x->pc = pc;
    x->call = c->number;
    x->steps++;
    switch ((Op)i->op) {
    case OP_JUMP:
        go_to(x, c, pc, i->target, *s);
        return false;
    case OP_BRANCH:
        branch(x, c, pc, *s, sym_true(x, operand(x, i->a, TYPE_U1)), i->target, i->other);
        return false;
    case OP_SWITCH:
        switch_on(x, c, pc, *s, i);
        return false;
    case OP_SELECT:
        select_one(x, c, pc, s, i);
        return false;
    case OP_POINT:
        if (!s->depth && !c->atomic)
            begin_action(x, s, pc);
        return true;
    case OP_YIELD:
        if (!c->atomic)
            begin_action(x, s, pc);
        return true;
    case OP_CALL:
        call_one(x, c, pc, *s, i, i->other);
        return false;
    case OP_CALLPTR:
        call_pointer(x, c, pc, *s, i);
        return false;
    case OP_RETURN:
        leave(x, c, *s, i);
        return false;
    case OP_THROW:
        s->caught = i->other;
        vec_push(&c->thrown, *s);
        return false;
    case OP_FAIL:
        fail(x, i);
        return false;
    case OP_MOV ... OP_FENCE:
    case OP_ATOMIC ... OP_CHOOSE:
    case OP_ASSUME ... OP_WITNESS:
    case OP_ACCEPT:
    case OP_TRACE:
    case OP_CAUGHT ... OP_NUMBER:
    case OPS:
        break;
    }
    plain(x, c, i);
    return !term_is_false(&x->terms, s->guard);
}

static void spend(Model *x)
{
    if (x->steps % SPEND == 0 && budget_spend(&x->job->budget, SPEND))
        unroll_stop(x, x->job->budget.reason);
    if (x->steps > MOST_STEPS)
        unroll_stop(x, "there are too many steps");
    if (x->events.len > MOST_EVENTS)
        unroll_stop(x, "threads touch what they share too often");
}

static void run_call(Model *x, Call *c)
{
    const Proc *p = &x->program->procs.at[c->proc];
    while (c->pending.len && !x->stopped) {
        uint32_t least = UINT32_MAX;
        Paths here = {0};
        size_t kept = 0;
        vec_each (Pending, q, &c->pending)
            least = q->rank < least ? q->rank : least;
        uint32_t pc = 0;
        for (size_t k = 0; k < c->pending.len; k++)
            if (c->pending.at[k].rank == least) {
                pc = c->pending.at[k].pc;
                vec_push(&here, c->pending.at[k].state);
            } else {
                c->pending.at[kept++] = c->pending.at[k];
            }
        c->pending.len = kept;
        assert(pc >= p->begin && pc < p->end);
        x->pc = pc;
        Path s = path_merge(x, &here, c->regs);
        vec_free(&here);
        x->state = &s;
        bool on = true;
        while (on && !x->stopped) { /* up to where others may come in */
            on = step(x, c, pc, &s);
            spend(x);
            pc++;
            if (on && (rank_at(x, c, pc) != rank_at(x, c, pc - 1) + 1 || c->pending.len)) {
                go_to(x, c, pc - 1, pc, s);
                on = false;
            }
            assert(!on || pc < p->end);
        }
        x->state = NULL;
    }
}

/* ---- threads ---- */

static void end_thread(Model *x, Call *c)
{
    Runner *t = x->thread;
    const Proc *p = &x->program->procs.at[c->proc];
    t->ended = x->terms.no;
    t->end_clock = x->terms.yes; /* nobody looks at it */
    if (!c->returned.len)
        return;
    Path s = path_merge(x, &c->returned, p->results.len);
    bool word = p->results.len == 1 && p->results.at[0].kind == TYPE_PTR;
    x->state = &s;
    t->ended = s.guard;
    t->end_clock = unroll_clock(x);
    mem_write(x, mem_thread_object(x, t->id), s.guard, sym_word(x, 0, OFFSET_BITS), 8,
              word ? s.regs[0] : sym_zero(x, TYPE_POINTER));
}

static void run_thread(Model *x, uint32_t id)
{
    Runner *t = x->thread = x->threads.at[id];
    assert(t && t->id == id && t->guard.ix);
    const Proc *p = &x->program->procs.at[t->proc];
    Call c = {.proc = t->proc, .number = ++x->calls, .regs = p->registers.len};
    Path s = {.guard = t->guard};
    c.ranks = rank_of(x, t->proc);
    s.regs = arena_array(&x->pass, Sym, c.regs + 1);
    for (size_t k = 0; k < c.regs; k++)
        s.regs[k] =
            k < p->params && k < t->count ? t->args[k] : sym_zero(x, p->registers.at[k].type);
    x->call = c.number;
    x->stack.len = 0;
    vec_push(&x->stack, t->proc);
    begin_action(x, &s, p->begin);
    bool point = x->program->code.at[p->begin].op == OP_POINT ||
                 x->program->code.at[p->begin].op == OP_YIELD;
    uint32_t pc = p->begin + point;
    vec_push(&c.pending, ((Pending){pc, rank_at(x, &c, pc), s}));
    run_call(x, &c);
    if (!x->stopped)
        end_thread(x, &c);
    vec_each (Path, thrown, &c.thrown) {
        x->state = thrown;
        unroll_fail(x, FAIL_ERROR, ERR_UNHANDLED, x->terms.no, NULL);
    }
    vec_free(&c.pending);
    vec_free(&c.heads);
    vec_free(&c.returned);
    vec_free(&c.thrown);
}

/* The init procedure is a part of the first thread's past. */
static void run_init(Model *x)
{
    const Proc *p;
    if (x->program->init < 0)
        return;
    p = &x->program->procs.at[x->program->init];
    Call c = {.proc = (uint32_t)x->program->init, .number = ++x->calls, .atomic = true};
    c.regs = p->registers.len;
    c.ranks = rank_of(x, c.proc);
    Path s = {.guard = x->terms.yes};
    s.regs = arena_array(&x->pass, Sym, c.regs + 1);
    for (size_t k = 0; k < c.regs; k++)
        s.regs[k] = sym_zero(x, p->registers.at[k].type);
    x->stack.len = 0;
    vec_push(&x->stack, c.proc);
    vec_push(&c.pending, ((Pending){p->begin, c.ranks[0], s}));
    run_call(x, &c);
    vec_free(&c.pending);
    vec_free(&c.heads);
    vec_free(&c.returned);
    vec_free(&c.thrown);
}

bool unroll(Model *x)
{
    Runner *first = arena_alloc(&x->pass, sizeof *first);
    *first = (Runner){.parent = NO_INDEX, .proc = x->program->threads.at[0].proc};
    first->guard = x->terms.yes;
    first->fork_clock = term_number(&x->terms, 0);
    vec_resize(&x->threads, 1);
    x->threads.at[0] = first;
    vec_push(&x->todo, 0);
    x->thread = first;
    run_init(x);
    for (size_t k = 0; k < x->todo.len && !x->stopped; k++) {
        run_thread(x, x->todo.at[k]);
        if (x->turns.on && ((!k && !turns_arrange(x)) || (k && x->todo.len > x->turns.count + 1)))
            turns_refuse(x, "threads start threads");
        if (x->turns.on && x->turns.refused)
            return false;
        x->turns.before = x->turns.last;
    }
    return !x->stopped;
}
