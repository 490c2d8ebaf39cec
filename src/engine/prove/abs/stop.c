/* stop.c -- runs that never return: a thread that stops for ever in the middle of the method (it
 * aborts, or waits for what never happens), a loop that has no end, a recursion that has none.
 *
 * What the thread did before it stopped is there for others to see: the block so far is compared
 * with performs like any other, and the invariants of classes must hold.
 *
 * Termination is not judged: a loop that may end is taken to end.  But a loop that surely does not
 * (no run leaves it) has performed all that performs demands after each of its rounds, and so has
 * the method before it calls itself where that call surely never returns; else a method that does
 * nothing at all would perform anything. */
#include "engine/prove/abs/stop.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"
#include "flow/live.h"

/* ---- which procedures may return, and which loops are left where ---- */

static bool is_never(const Program *program, const Instr *i)
{
    return i->op == OP_ASSUME && i->a < 0 && i->a != NO_REF && !program->constants.at[~i->a];
}

/* Is there a way from its beginning to a return, on which all calls may return? */
static bool finds_return(const Prover *p, const Proc *proc, const bool *returns)
{
    const Program *program = p->program;
    VEC(uint32_t) work = {0};
    VEC(bool) seen = {0};
    Successors next = {0};
    bool found = false;
    vec_resize(&seen, proc->end - proc->begin);
    vec_push(&work, proc->begin);
    while (work.len && !found) {
        uint32_t pc = vec_pop(&work);
        const Instr *i = &program->code.at[pc];
        found = i->op == OP_RETURN;
        if (seen.at[pc - proc->begin] || is_never(program, i) ||
            (i->op == OP_CALL && !returns[i->other]))
            continue;
        seen.at[pc - proc->begin] = true;
        flow_successors(program, pc, &next);
        vec_each (uint32_t, to, &next)
            vec_push(&work, *to);
    }
    vec_free(&work);
    vec_free(&seen);
    vec_free(&next);
    return found;
}

void stop_find_returns(Prover *p)
{
    const Program *program = p->program;
    bool grown = true;
    vec_resize(&p->returns, program->procs.len);
    while (grown) {
        grown = false;
        for (uint32_t proc = 0; proc < program->procs.len; proc++)
            if (!p->returns.at[proc] && finds_return(p, &program->procs.at[proc], p->returns.at))
                p->returns.at[proc] = grown = true;
    }
}

/* Has it neither loops nor anything that may wait or stop, and calls only what is known to end?  (A
 * run that ends in an error is not judged.) */
static bool surely_ends(const Prover *p, const Proc *proc, const bool *ends)
{
    const Program *program = p->program;
    Successors next = {0};
    bool sure = true;
    for (uint32_t pc = proc->begin; pc < proc->end && sure; pc++) {
        const Instr *i = &program->code.at[pc];
        bool waits = i->op == OP_ACQUIRE || i->op == OP_SELECT || i->op == OP_JOIN ||
                     i->op == OP_ASSUME || i->op == OP_RECEIVE || i->op == OP_TAKE ||
                     i->op == OP_THROW || i->op == OP_CALLPTR || i->op == OP_CHOOSE;
        sure = !waits && (i->op != OP_CALL || program->procs.at[i->other].pure || ends[i->other]);
        flow_successors(program, pc, &next);
        vec_each (uint32_t, to, &next)
            sure = sure && *to > pc;
    }
    vec_free(&next);
    return sure;
}

void stop_find_ends(Prover *p)
{
    const Program *program = p->program;
    bool grown = true;
    vec_resize(&p->ends, program->procs.len);
    while (grown) {
        grown = false;
        for (uint32_t proc = 0; proc < program->procs.len; proc++)
            if (!p->ends.at[proc] && surely_ends(p, &program->procs.at[proc], p->ends.at))
                p->ends.at[proc] = grown = true;
    }
}

/* Does a call of `from` lead to one of `to`? */
static bool leads_to(const Prover *p, uint32_t from, uint32_t to, bool *seen)
{
    const Proc *proc = &p->program->procs.at[from];
    if (from == to)
        return true;
    seen[from] = true;
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &p->program->code.at[pc];
        if (i->op == OP_CALL && !seen[i->other] && leads_to(p, i->other, to, seen))
            return true;
    }
    return false;
}

bool stop_halts(const Prover *p)
{
    const Program *program = p->program;
    for (uint32_t pc = 1; pc < program->code.len; pc++) {
        const Instr *i = &program->code.at[pc];
        uint32_t own = program_proc_at(program, pc);
        bool calls = i->op == OP_CALL && !program->procs.at[i->other].pure;
        bool *seen = calls ? arena_array(&p->job->arena, bool, program->procs.len + 1) : NULL;
        if (i->op == OP_CALLPTR || (calls && leads_to(p, i->other, own, seen)))
            return false;
    }
    for (uint32_t proc = 0; proc < program->procs.len; proc++)
        if (p->checked.at[proc] && !p->halts.at[proc])
            return false;
    return true;
}

/* Is there a way from each code to the return of the method? */
static void find_ways(Attempt *f, bool *ways)
{
    const Flat *flat = &f->flat;
    bool grown = true;
    while (grown) {
        grown = false;
        for (size_t i = flat->order.len; i-- > 0;) {
            uint32_t c = flat->order.at[i];
            const Code *code = &flat->code.at[c];
            bool way = code->kind == CODE_RETURN;
            for (uint32_t k = 0; k < code->n && !is_never(f->program, code->instr); k++)
                way = way || ways[flat->next.at[code->first + k]];
            if (way && !ways[c])
                ways[c] = grown = true;
        }
    }
}

void stop_begin(Attempt *f)
{
    Flat *flat = &f->flat;
    bool *ways = arena_array(&f->arena, bool, flat->code.len + 1);
    bool *inside = arena_array(&f->arena, bool, flat->code.len + 1);
    find_ways(f, ways);
    f->endless = !ways[0];
    for (size_t i = 0, end; i < flat->in_loop.len; i = end) {
        uint32_t head = (uint32_t)(flat->in_loop.at[i] >> 32);
        for (end = i; end < flat->in_loop.len && flat->in_loop.at[end] >> 32 == head; end++)
            inside[(uint32_t)flat->in_loop.at[end]] = true;
        for (size_t k = i; k < end; k++) {
            const Code *code = &flat->code.at[(uint32_t)flat->in_loop.at[k]];
            for (uint32_t n = 0; n < code->n; n++) {
                uint32_t to = flat->next.at[code->first + n];
                if (!inside[to] && ways[to])
                    vec_push(&flat->exits, ((LoopExit){head, (uint32_t)flat->in_loop.at[k], to}));
            }
        }
        for (size_t k = i; k < end; k++)
            inside[(uint32_t)flat->in_loop.at[k]] = false;
    }
}

/* ---- while the method is executed ---- */

void stop_note_exit(Attempt *f, uint32_t from, uint32_t to, const State *s)
{
    vec_each (LoopExit, exit, &f->flat.exits)
        if (exit->from == from && exit->to == to && f->abs && !s->trial) {
            Obligation leaves = {.kind = OBLIGE_EXIT,
                                 .path = s->path,
                                 .cond = term_bool(&f->terms, true),
                                 .code = from,
                                 .detail = exit->head};
            vec_push(&f->notes.obligations, leaves);
        }
}

/* All that performs demands has been done. */
static Term has_ended(Attempt *f, const State *s)
{
    Term end = term_bool(&f->terms, false);
    for (uint32_t p = 0; p < f->nfa.positions; p++)
        if (f->nfa.follows[p] & NFA_END)
            end = term_or(&f->terms, end, s->at[p]);
    return end;
}

void stop_round(Attempt *f, State *s, uint32_t head)
{
    if (f->abs)
        oblige(f, s, OBLIGE_STUCK, has_ended(f, s), head, 0, "this loop never ends");
}

void stop_call(Attempt *f, State *s, uint32_t code)
{
    const Prover *p = f->prover;
    uint32_t callee = f->flat.code.at[code].instr->other;
    bool *seen = arena_array(&f->arena, bool, f->program->procs.len + 1);
    if (f->abs && !p->returns.at[callee] && leads_to(p, callee, f->proc, seen))
        oblige(f, state_copy(f, s), OBLIGE_FOREVER, has_ended(f, s), code, 0,
               "this call never returns");
}

/* A read that is followed by nothing has told nobody anything: only writes commit the block. */
static bool keep_writes(Attempt *f, State *s)
{
    SymTouch *list = arena_array(&f->arena, SymTouch, s->touches.len + 1);
    size_t kept = 0;
    for (size_t i = 0; i < s->touches.len; i++)
        if (s->touches.at[i].write)
            list[kept++] = s->touches.at[i];
    s->touches.at = list;
    s->touches.len = kept;
    return kept || !term_is_false(&f->terms, s->forks);
}

void stop_here(Attempt *f, const State *s, uint32_t code, Term when, BlockWhy why)
{
    Terms *terms = &f->terms;
    State *stopped = state_copy(f, s);
    if (s->trial)
        return;
    state_assume(f, stopped, when);
    bool did = keep_writes(f, stopped);
    if (!f->abs) {
        if (did)
            invariant_oblige(f, stopped, code);
        return;
    }
    if (term_is_false(terms, stopped->path) ||
        (!did && term_is_true(terms, s->right) && !f->endless))
        return;
    abs_after(f, stopped);
    abs_yield(f, stopped, term_not(terms, stopped->right), code, why);
    if (f->endless)
        oblige(f, stopped, OBLIGE_FOREVER, has_ended(f, stopped), code, 0,
               "no run of the method returns");
}
