/* step.c -- what a thread does from one point to the next, path by path, with symbolic numbers.
 *
 * A path that touches nothing shared goes on past a point, once for each: what it does until then
 * commutes with all that others do.  What is not followed is an action that fails: it does no harm
 * if it cannot happen. */
#include "engine/modular/model.h"

enum { MOST_PATHS = 400, MOST_STEPS = 20000, MOST_FRAMES = 64 };

/* ---- paths ---- */

void path_free(Path *p)
{
    vec_each (OwnObject, o, &p->objects)
        vec_free(&o->cells);
    vec_free(&p->objects);
    vec_free(&p->frames);
    vec_free(&p->cells);
    vec_free(&p->heads);
    vec_free(&p->forks);
    vec_free(&p->touches);
    vec_free(&p->children);
    vec_free(&p->reads);
    vec_free(&p->writes);
}

#define copy_vec(to, from)                                                                         \
    do {                                                                                           \
        vec_resize(to, (from)->len);                                                               \
        if ((from)->len)                                                                           \
            memcpy((to)->at, (from)->at, (from)->len * sizeof *(from)->at);                        \
    } while (0)

static Path path_copy(Model *x, const Path *p)
{
    Path copy = {.own = p->own,
                 .self = p->self,
                 .guard = p->guard,
                 .shared = p->shared,
                 .kind = p->kind,
                 .caught = p->caught,
                 .steps = p->steps};
    copy_vec(&copy.frames, &p->frames);
    vec_each (Frame, f, &copy.frames) {
        size_t count = x->program->procs.at[f->proc].registers.len;
        Sym *registers = arena_array(&x->arena, Sym, count + 1);
        memcpy(registers, f->registers, count * sizeof *registers);
        f->registers = registers;
    }
    vec_resize(&copy.objects, p->objects.len);
    for (size_t k = 0; k < p->objects.len; k++) {
        copy.objects.at[k] = p->objects.at[k];
        copy.objects.at[k].cells.at = NULL;
        copy.objects.at[k].cells.len = copy.objects.at[k].cells.cap = 0;
        copy_vec(&copy.objects.at[k].cells, &p->objects.at[k].cells);
    }
    copy_vec(&copy.cells, &p->cells);
    copy_vec(&copy.heads, &p->heads);
    copy_vec(&copy.forks, &p->forks);
    copy_vec(&copy.touches, &p->touches);
    copy_vec(&copy.children, &p->children);
    copy_vec(&copy.reads, &p->reads);
    copy_vec(&copy.writes, &p->writes);
    return copy;
}

static bool is_over(const Model *x, const Path *p)
{
    return term_is_false(&x->terms, p->guard);
}

void step_assume(Model *x, Path *p, Term holds)
{
    p->guard = term_and(&x->terms, p->guard, holds);
}

static void cut(Model *x, Path *p)
{
    p->guard = term_bool(&x->terms, false);
}

/* The other way, if it can be taken at all. */
static void fork_path(Model *x, const Path *p, Term holds, uint32_t pc)
{
    if (term_is_false(&x->terms, term_and(&x->terms, p->guard, holds)))
        return;
    Path copy = path_copy(x, p);
    step_assume(x, &copy, holds);
    vec_last(&copy.frames).pc = pc;
    vec_push(&x->paths, copy);
}

/* ---- failures ---- */

static uint32_t pc_of(const Path *p)
{
    return p->frames.len ? vec_last(&p->frames).pc : 0;
}

/* The same in the user's code: the call that leads to it. */
static uint32_t shown_pc(const Model *x, const Path *p)
{
    for (size_t k = p->frames.len; k-- > 0;)
        if (!x->program->procs.at[p->frames.at[k].proc].library)
            return p->frames.at[k].pc;
    return pc_of(p);
}

static void add_failure(Model *x, const Path *p, Term guard, const char *reason)
{
    if (term_is_false(&x->terms, guard))
        return;
    Action a = {.end = ACTION_FAILS,
                .from = x->expanding,
                .to = NO_LOCATION,
                .guard = guard,
                .reason = reason,
                .pc = shown_pc(x, p)};
    copy_vec(&a.reads, &p->reads);
    vec_push(&x->actions, a);
}

void step_give_up(Model *x, Path *p, const char *reason)
{
    add_failure(x, p, p->guard, reason);
    cut(x, p);
}

void step_split_off(Model *x, Path *p, Term holds, const char *reason)
{
    add_failure(x, p, term_and(&x->terms, p->guard, holds), reason);
    step_assume(x, p, term_not(&x->terms, holds));
}

/* Is the error an end of the run as any other? */
static bool is_quiet(const Model *x, ErrorKind error)
{
    uint32_t properties = error_properties(x->program, error);
    return properties && !(x->job->properties & properties) && !error_is_undefined(error);
}

void step_oblige(Model *x, Path *p, Term holds, ErrorKind error)
{
    Term fails = term_and(&x->terms, p->guard, term_not(&x->terms, holds));
    if (!term_is_false(&x->terms, fails) && !is_quiet(x, error))
        add_failure(x, p, fails, error_info[error].sentence);
    step_assume(x, p, holds);
}

/* ---- operands ---- */

static Sym operand(Model *x, const Path *p, Ref ref, Type type)
{
    if (ref >= 0)
        return vec_last(&p->frames).registers[ref];
    return word_constant(x, x->program->constants.at[~ref], type);
}

/* The value as one of the type; any, if a call through a pointer mixes them up. */
static Sym fit(Model *x, Sym value, Type type)
{
    bool fits = type.kind == TYPE_PTR ? sym_is_pointer(value)
                                      : sym_is_number(value) && word_is_integer(type) &&
                                            term_sort(&x->terms, value.t).width == type.bits;
    return fits ? value : word_fresh(x, type);
}

static void set(Model *x, Path *p, int32_t reg, Sym value)
{
    const Frame *f = &vec_last(&p->frames);
    assert(reg >= 0 && (uint32_t)reg < x->program->procs.at[f->proc].registers.len);
    f->registers[reg] = fit(x, value, x->program->procs.at[f->proc].registers.at[reg].type);
}

void step_split(Model *x, Path *p, Term holds, int32_t dst, Sym value)
{
    size_t before = x->paths.len;
    fork_path(x, p, holds, vec_last(&p->frames).pc + 1);
    if (x->paths.len > before)
        set(x, &vec_last(&x->paths), dst, value);
    step_assume(x, p, term_not(&x->terms, holds));
}

static Sym zero_of(Model *x, Type type)
{
    return word_constant(x, 0, type);
}

static bool push_frame(Model *x, Path *p, uint32_t proc, const Sym *arguments, uint32_t count)
{
    const Proc *callee = &x->program->procs.at[proc];
    uint32_t most = job_most_calls(x->job);
    if (most && p->frames.len >= most) {
        step_oblige(x, p, term_bool(&x->terms, false), ERR_STACK);
        return false;
    }
    if (callee->params > count || p->frames.len >= MOST_FRAMES) {
        step_give_up(x, p, "a call is not followed");
        return false;
    }
    Frame f = {.proc = proc, .pc = callee->begin};
    f.registers = arena_array(&x->arena, Sym, callee->registers.len + 1);
    for (uint32_t k = 0; k < callee->registers.len; k++)
        f.registers[k] = k < callee->params ? fit(x, arguments[k], callee->registers.at[k].type)
                                            : zero_of(x, callee->registers.at[k].type);
    vec_push(&p->frames, f);
    return true;
}

/* ---- where an action ends ---- */

static bool is_atomic(const Path *p)
{
    uint32_t depth = 0;
    vec_each (Frame, f, &p->frames)
        depth += f->depth;
    return depth != 0;
}

static void finish(Model *x, Path *p, ActionEnd end)
{
    Action a = {
        .end = end, .from = x->expanding, .to = NO_LOCATION, .guard = p->guard, .pc = pc_of(p)};
    if (end == ACTION_STOPS)
        a.to = location_of(x, p, &a.values);
    assert(!is_over(x, p) && (end != ACTION_ENDS || !p->frames.len));
    copy_vec(&a.cells, &p->cells);
    copy_vec(&a.forks, &p->forks);
    copy_vec(&a.touches, &p->touches);
    copy_vec(&a.reads, &p->reads);
    if (end == ACTION_ENDS)
        a.end_place = counts_end(x, &a);
    vec_push(&x->actions, a);
    cut(x, p);
}

/* Does the action end at this point? */
static bool stops(Path *p)
{
    uint32_t head = pc_of(p) * MOST_FRAMES + (uint32_t)p->frames.len;
    bool seen = false;
    vec_each (uint32_t, h, &p->heads)
        seen |= *h == head;
    vec_push(&p->heads, head);
    return p->shared || seen;
}

/* ---- control ---- */

static void branch(Model *x, Path *p, const Instr *i)
{
    Term holds = word_true(x, operand(x, p, i->a, TYPE_U1));
    fork_path(x, p, term_not(&x->terms, holds), i->other);
    step_assume(x, p, holds);
    vec_last(&p->frames).pc = i->target;
}

static void switch_on(Model *x, Path *p, const Instr *i)
{
    List cases = x->program->lists.at[i->list];
    Sym on = operand(x, p, i->a, i->type);
    Term none = term_bool(&x->terms, true);
    if (!sym_is_number(on)) {
        step_give_up(x, p, "a switch is not followed");
        return;
    }
    for (uint32_t k = 0; k + 1 < cases.len; k += 2) {
        Sym value = operand(x, p, cases.at[k], i->type);
        Term same = term_eq(&x->terms, on.t, value.t);
        fork_path(x, p, same, (uint32_t)cases.at[k + 1]);
        none = term_and(&x->terms, none, term_not(&x->terms, same));
    }
    step_assume(x, p, none);
    vec_last(&p->frames).pc = i->target;
}

static void select_one(Model *x, Path *p, const Instr *i)
{
    List guards = x->program->lists.at[i->list];
    Term before = term_bool(&x->terms, true);
    for (uint32_t k = 0; k + 1 < guards.len; k += 2) {
        Term holds = word_true(x, operand(x, p, guards.at[k], TYPE_U1));
        fork_path(x, p, term_and(&x->terms, before, holds), (uint32_t)guards.at[k + 1]);
        if (i->flags & FLAG_FIRST)
            before = term_and(&x->terms, before, term_not(&x->terms, holds));
    }
    cut(x, p);
}

static void choose(Model *x, Path *p, const Instr *i)
{
    Sym low = operand(x, p, i->a, i->type), high = operand(x, p, i->b, i->type);
    if (!sym_is_number(low) || !sym_is_number(high)) {
        step_give_up(x, p, "a choice is not followed");
        return;
    }
    TermOp le = i->type.kind == TYPE_SIGNED ? TERM_SLE : TERM_ULE;
    Term any = word_unknown(x, i->type.bits);
    step_oblige(x, p, term_bits(&x->terms, le, low.t, high.t), ERR_NO_CHOICE);
    step_assume(x, p, term_bits(&x->terms, le, low.t, any));
    step_assume(x, p, term_bits(&x->terms, le, any, high.t));
    set(x, p, i->dst, word_number(any));
}

/* A choice of a case, and in each case one value and a jump to the same place: an input that was to
 * be tried with these values.  It is any value instead. */
static bool any_input(Model *x, Path *p, uint32_t pc)
{
    const Instr *code = x->program->code.at, *sw = &code[pc + 1];
    if (sw->op != OP_SWITCH || sw->a != code[pc].dst)
        return false;
    List cases = x->program->lists.at[sw->list];
    int32_t dst = NO_REF;
    uint32_t to = 0;
    for (uint32_t k = 1; k <= cases.len + 1; k += 2) {
        const Instr *mov = &code[k < cases.len ? (uint32_t)cases.at[k] : sw->target];
        if (mov->op != OP_MOV || mov->a >= 0 || mov[1].op != OP_JUMP ||
            (dst != NO_REF && (mov->dst != dst || mov[1].target != to)))
            return false;
        dst = mov->dst;
        to = mov[1].target;
    }
    set(x, p, dst, (Sym){0});
    vec_last(&p->frames).pc = to;
    return true;
}

/* ---- procedures ---- */

static void call(Model *x, Path *p, const Instr *i)
{
    List list = x->program->lists.at[i->list];
    uint32_t proc = i->other;
    if (i->op == OP_CALLPTR) {
        int64_t offset;
        Sym to = operand(x, p, i->a, TYPE_POINTER);
        if (!sym_is_pointer(to) || to.object < PROC_OBJECT ||
            to.object - PROC_OBJECT >= x->program->procs.len || !cells_constant(x, to.t, &offset) ||
            offset) {
            step_give_up(x, p, "it is not known which procedure is called");
            return;
        }
        proc = to.object - PROC_OBJECT;
    }
    const Proc *callee = &x->program->procs.at[proc];
    if (i->op == OP_CALLPTR && !program_may_lead(x->program, i, callee)) {
        step_give_up(x, p, "a function is called through a pointer of another type");
        return;
    }
    Sym *arguments = arena_array(&x->arena, Sym, list.len + 1);
    for (uint32_t k = 0; k < list.len; k++)
        arguments[k] =
            operand(x, p, list.at[k], k < callee->params ? callee->registers.at[k].type : TYPE_S32);
    if (push_frame(x, p, proc, arguments, list.len))
        vec_last(&p->frames).depth += (i->flags & FLAG_GUARD) != 0;
}

static void leave(Model *x, Path *p, const Instr *i)
{
    List list = x->program->lists.at[i->list];
    const Proc *proc = &x->program->procs.at[vec_last(&p->frames).proc];
    Sym *results = arena_array(&x->arena, Sym, list.len + 1);
    for (uint32_t k = 0; k < list.len; k++)
        results[k] = operand(x, p, list.at[k], proc->results.at[k]);
    p->frames.len--;
    if (!p->frames.len) {
        finish(x, p, ACTION_ENDS);
        return;
    }
    Frame *f = &vec_last(&p->frames);
    List to = x->program->lists.at[x->program->code.at[f->pc].dsts];
    const Proc *caller = &x->program->procs.at[f->proc];
    for (uint32_t k = 0; k < to.len; k++)
        set(x, p, to.at[k],
            k < list.len ? results[k] : zero_of(x, caller->registers.at[to.at[k]].type));
    f->pc++;
}

static void throw(Model * x, Path *p, const Instr *i)
{
    p->caught = i->other;
    p->frames.len--;
    while (p->frames.len && !x->program->code.at[vec_last(&p->frames).pc].target)
        p->frames.len--;
    if (p->frames.len)
        vec_last(&p->frames).pc = x->program->code.at[vec_last(&p->frames).pc].target;
    else
        step_oblige(x, p, term_bool(&x->terms, false), ERR_UNHANDLED);
}

/* ---- threads ---- */

/* Does the thread own the object that the value points to? */
static bool is_own(Sym value)
{
    return sym_is_pointer(value) && value.object >= OWN_OBJECT && value.object < PROC_OBJECT;
}

/* A new thread is none of those that there were, so it holds no lock.  Its number may be that of another one
 * before it that the same thread has created, and whose result it has taken; of no other. */
static Term new_thread(Model *x, Path *p)
{
    Term tid = word_unknown(x, 32), zero = term_constant(&x->terms, 0, SORT_BITS(32));
    step_assume(x, p, term_not(&x->terms, term_eq(&x->terms, tid, zero)));
    step_assume(x, p, term_not(&x->terms, term_eq(&x->terms, tid, p->self)));
    for (uint32_t k = 0; k < x->cells.len; k++)
        if (x->cells.at[k].lock)
            step_assume(x, p, term_not(&x->terms, term_eq(&x->terms, tid, cell_now(x, p, k))));
    vec_each (Term, child, &p->children)
        step_assume(x, p, term_not(&x->terms, term_eq(&x->terms, tid, *child)));
    vec_push(&p->children, tid);
    return tid;
}

/* The result of a thread is taken, and its number may be given again.  Which one of the children is it?  If
 * that is not known it may be any of them. */
static void take_result(Path *p, Sym who)
{
    size_t kept = 0;
    bool known = false;
    for (size_t k = 0; k < p->children.len; k++) {
        bool same = sym_is_number(who) && term_same(who.t, p->children.at[k]);
        known |= same;
        if (!same)
            p->children.at[kept++] = p->children.at[k];
    }
    p->children.len = known ? kept : 0;
}

static void fork_thread(Model *x, Path *p, const Instr *i)
{
    List list = x->program->lists.at[i->list];
    const Proc *callee = &x->program->procs.at[i->other];
    Sym *arguments = arena_array(&x->arena, Sym, list.len + 1);
    Term tid = new_thread(x, p);
    for (uint32_t k = 0; k < list.len; k++) {
        arguments[k] = operand(x, p, list.at[k], callee->registers.at[k].type);
        if (is_own(arguments[k])) {
            block_make(x, &p->objects.at[arguments[k].object - OWN_OBJECT]);
            step_give_up(x, p, "a thread is given the address of a local variable of another one");
            return;
        }
    }
    Path child = location_thread(x, i->other, arguments, list.len, tid);
    bool is_new;
    uint32_t where = (uint32_t)p->frames.len; /* or which procedure it is to call */
    for (uint32_t k = 0; k < list.len; k++)
        if (sym_is_pointer(arguments[k]) && arguments[k].object >= PROC_OBJECT)
            where = arguments[k].object;
    child.kind = 1 + pairs_add(&x->kinds, vec_last(&p->frames).pc, where, &is_new);
    Fork f = {0};
    f.entry = location_of(x, &child, &f.values);
    path_free(&child);
    vec_push(&p->forks, f);
    p->shared = true;
    set(x, p, i->dst, word_number(tid));
}

static void join(Model *x, Path *p, const Instr *i)
{
    Sym who = operand(x, p, i->a, TYPE_THREAD);
    Term zero = term_constant(&x->terms, 0, SORT_BITS(32));
    p->shared = true;
    if (sym_is_number(who))
        step_oblige(x, p, term_not(&x->terms, term_eq(&x->terms, who.t, zero)), ERR_BAD_THREAD);
    else
        step_give_up(x, p, "it is not known which thread is joined");
}

/* ---- one instruction ---- */

static Sym operand_here(void *of, Ref ref, Type type)
{
    const Here *here = of;
    return operand(here->x, here->p, ref, type);
}

static void set_here(void *of, int32_t reg, Sym value)
{
    const Here *here = of;
    set(here->x, here->p, reg, value);
}

static Sym any_here(void *of, const Instr *i, Type type)
{
    const Here *here = of;
    (void)i;
    return word_fresh(here->x, type);
}

/* What is an error, or undefined in C, must not happen. */
static void need_here(void *of, Need need)
{
    const Here *here = of;
    step_oblige(here->x, here->p, need.holds, need.error);
}

static void unclear_here(void *of, const Instr *i)
{
    const Here *here = of;
    (void)i;
    step_give_up(here->x, here->p, "what is undefined for some values is not followed here");
}

static void refuse_here(void *of, const Instr *i, const char *why)
{
    const Here *here = of;
    (void)why;
    step_give_up(here->x, here->p,
                 arena_print(&here->x->arena, "`%s` is not followed", op_info[i->op].text));
}

static const Evaluator evaluator = {.operand = operand_here,
                                    .set = set_here,
                                    .any = any_here,
                                    .need = need_here,
                                    .unclear = unclear_here,
                                    .refuse = refuse_here,
                                    .memory = &cells_memory};

static void forget(Model *x, Path *p, const Instr *i)
{
    List list = x->program->lists.at[i->dsts];
    const Frame *f = &vec_last(&p->frames);
    for (uint32_t k = 0; k < list.len; k++)
        set(x, p, list.at[k],
            zero_of(x, x->program->procs.at[f->proc].registers.at[list.at[k]].type));
}

static void thread_op(Model *x, Path *p, const Instr *i)
{
    if (i->op == OP_FORK)
        fork_thread(x, p, i);
    else if (i->op == OP_JOIN)
        join(x, p, i);
    else if (i->op == OP_SETOWN)
        p->own = operand(x, p, i->a, TYPE_POINTER);
    else if (i->op == OP_OWN)
        set(x, p, i->dst, p->own);
    else if (i->op == OP_SELF)
        set(x, p, i->dst, word_number(p->self));
    else if (i->op == OP_CAUGHT)
        set(x, p, i->dst, word_constant(x, p->caught, TYPE_U32));
    else { /* results and numbers of threads: anything */
        if (i->op == OP_RESULT)
            take_result(p, operand(x, p, i->a, TYPE_THREAD));
        set(x, p, i->dst, (Sym){0});
    }
}

static void fail(Model *x, Path *p, const Instr *i)
{
    if (error_info[i->offset].property == PROPERTY_NONE)
        step_give_up(x, p, x->program->strings.at[i->other]);
    else
        step_oblige(x, p, term_bool(&x->terms, false), (ErrorKind)i->offset);
}

/* An instruction that goes on to the next one. */
static void plain(Model *x, Path *p, const Instr *i)
{
    Frame *f = &vec_last(&p->frames);
    Here here = {x, p};
    Eval eval = {&evaluator, &x->theory, x->program, &here};
    if (eval_instr(&eval, i))
        return;
    switch ((Op)i->op) { /* of those that are the engine's own */
    case OP_FORGET:
        forget(x, p, i);
        return;
    case OP_ATOMIC:
        f->depth++;
        return;
    case OP_END:
        assert(f->depth);
        f->depth--;
        return;
    case OP_CHOOSE:
        choose(x, p, i);
        return;
    case OP_ASSUME:
        step_assume(x, p, word_true(x, operand(x, p, i->a, TYPE_U1)));
        return;
    case OP_ASSERT:
        step_oblige(x, p, word_true(x, operand(x, p, i->a, TYPE_U1)), ERR_ASSERTION);
        return;
    case OP_FAIL:
        fail(x, p, i);
        return;
    case OP_FORK ... OP_NUMBER:
    case OP_CAUGHT:
        thread_op(x, p, i);
        return;
    case OP_TRACE:
    case OP_WITNESS:
    case OP_FENCE: /* every run is sequentially consistent here */
        return;
    case OP_DOUBT:
        if (!(i->flags & FLAG_ALL))
            step_give_up(x, p, x->program->strings.at[i->other]);
        return;
    case OP_MOV ... OP_DISTANCE: /* theory and memory know these */
    case OP_LOAD ... OP_SETHAS:
    case OP_ACQUIRE ... OP_TAKE:
    case OP_JUMP ... OP_YIELD: /* see control */
    case OP_SELECT:
    case OP_CALL ... OP_THROW:
    case OP_CLAIM ... OP_EACH: /* refused */
    case OP_ACCEPT:
    case OPS:
        break;
    }
    refuse_here(&here, i, NULL);
}

static void jump(Model *x, Path *p, const Instr *i)
{
    (void)x;
    vec_last(&p->frames).pc = i->target;
}

static void stop(Model *x, Path *p, const Instr *i)
{
    if (i->op == OP_YIELD || (!is_atomic(p) && stops(p)))
        finish(x, p, ACTION_STOPS);
    else
        vec_last(&p->frames).pc++;
}

/* Who goes elsewhere; the others go on to the next instruction. */
typedef void Control(Model *x, Path *p, const Instr *i);
static Control *const control[OPS] = {
    [OP_JUMP] = jump,    [OP_BRANCH] = branch,     [OP_SWITCH] = switch_on, [OP_POINT] = stop,
    [OP_YIELD] = stop,   [OP_SELECT] = select_one, [OP_CALL] = call,        [OP_CALLPTR] = call,
    [OP_RETURN] = leave, [OP_THROW] = throw,
};

/* One instruction of the path. */
static void step(Model *x, Path *p)
{
    uint32_t pc = pc_of(p);
    const Instr *i = &x->program->code.at[pc];
    assert(p->frames.len && pc >= x->program->procs.at[vec_last(&p->frames).proc].begin &&
           pc < x->program->procs.at[vec_last(&p->frames).proc].end);
    if (control[i->op]) {
        control[i->op](x, p, i);
        return;
    }
    if (i->op == OP_CHOOSE && i->flags & FLAG_ALL) {
        if (!any_input(x, p, pc))
            step_give_up(x, p, "an input is not followed");
        return;
    }
    plain(x, p, i);
    if (!is_over(x, p))
        vec_last(&p->frames).pc++;
}

static void set_limit(Model *x, const Path *p, const char *why)
{
    x->limit = why;
    x->pc = shown_pc(x, p);
}

static void run_paths(Model *x)
{
    uint32_t count = 0;
    while (x->paths.len && !x->again) {
        Path p = vec_pop(&x->paths);
        if (++count > MOST_PATHS)
            set_limit(x, &p, "an action has too many paths");
        while (!is_over(x, &p) && !x->limit) {
            if (++p.steps > MOST_STEPS)
                set_limit(x, &p, "an action is too long");
            step(x, &p);
        }
        path_free(&p);
    }
    vec_each (Path, p, &x->paths)
        path_free(p);
    x->paths.len = 0;
}

void step_expand(Model *x, uint32_t location)
{
    Location *at = &x->locations.at[location];
    assert(!at->expanded && !x->paths.len);
    at->expanded = true;
    at->first_action = (uint32_t)x->actions.len;
    x->expanding = location;
    Path p = location_begin(x, location);
    const Instr *i = &x->program->code.at[pc_of(&p)];
    if (i->op == OP_POINT || i->op == OP_YIELD) {
        stops(&p);
        vec_last(&p.frames).pc++;
    }
    vec_push(&x->paths, p);
    run_paths(x);
    at = &x->locations.at[location];
    at->actions = (uint32_t)x->actions.len - at->first_action;
}

bool step_start(Model *x)
{
    x->expanding = NO_LOCATION;
    x->actions.len = 0;
    if (x->program->init < 0)
        return true;
    x->starting = true;
    vec_push(&x->paths, location_thread(x, (uint32_t)x->program->init, NULL, 0,
                                        term_constant(&x->terms, 0, SORT_BITS(32))));
    vec_last(&x->paths).frames.at[0].depth = 1;
    run_paths(x);
    x->starting = false;
    bool fine = x->actions.len == 1 && x->actions.at[0].end == ACTION_ENDS && !x->limit;
    return fine;
}
