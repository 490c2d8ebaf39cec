/* loops.c -- see loops.h.
 *
 * The instructions that touch registers alone, and what leads from one to another, fall into strongly
 * connected components.  Of one that is a loop, the last point is taken out: if no loop is left, each
 * round passes that point.  Otherwise the loops that are left are looked at. */
#include "flow/loops.h"

#include "flow/knots.h"

enum { DEEPEST = 64 };

typedef struct Finder {
    const Program *p;
    LoopHeads *heads;
    Knots knots;
    VEC(uint32_t) seen; /* by instruction of the procedure: the walk of this number */
    uint32_t walks;
    Successors next;
} Finder;

static bool is_plain(const Program *p, uint32_t pc)
{
    const Instr *i = &p->code.at[pc];
    if ((i->op == OP_MOV && i->flags) || (i->op == OP_EQ && i->flags) ||
        (i->op == OP_POINT && i->flags))
        return false;
    return i->op <= OP_FORGET || i->op == OP_JUMP || i->op == OP_BRANCH || i->op == OP_SWITCH ||
           i->op == OP_POINT || i->op == OP_ASSERT;
}

static void add_successors(Finder *f, uint32_t pc, Pcs *work)
{
    const Instr *i = &f->p->code.at[pc];
    flow_successors(f->p, pc, &f->next);
    vec_each (uint32_t, to, &f->next)
        vec_push(work, *to);
    if ((i->op == OP_CALL || i->op == OP_CALLPTR) && i->target)
        vec_push(work, i->target);
}

/* Can a run come back to the loop without passing a point outside of it? */
static bool comes_back(Finder *f, const uint32_t *pcs, size_t len, uint32_t mark)
{
    Pcs work = {0};
    bool back = false;
    uint32_t walk = ++f->walks;
    for (size_t k = 0; k < len; k++) {
        size_t from = work.len, kept = from;
        add_successors(f, pcs[k], &work);
        for (size_t n = from; n < work.len; n++)
            if (*knots_mark(&f->knots, work.at[n]) != mark)
                work.at[kept++] = work.at[n];
        work.len = kept;
    }
    while (work.len && !back) {
        uint32_t pc = vec_pop(&work);
        uint32_t *seen = &f->seen.at[pc - f->knots.proc->begin];
        Op op = f->p->code.at[pc].op;
        back = *knots_mark(&f->knots, pc) == mark;
        if (*seen != walk && op != OP_POINT && op != OP_YIELD)
            add_successors(f, pc, &work);
        *seen = walk;
    }
    vec_free(&work);
    return back;
}

static uint32_t last_point(const Finder *f, const uint32_t *pcs, size_t len)
{
    uint32_t last = 0;
    for (size_t k = 0; k < len; k++)
        if (f->p->code.at[pcs[k]].op == OP_POINT && pcs[k] > last)
            last = pcs[k];
    return last;
}

static void visit(Finder *f, const uint32_t *pcs, size_t len, uint32_t depth);

static void visit_loop(Finder *f, const uint32_t *pcs, size_t len, uint32_t depth)
{
    uint32_t head = last_point(f, pcs, len), from = 0;
    if (!head)
        return;
    Pcs rest = {0}, out = {0}, ends = {0};
    for (size_t k = 0; k < len; k++)
        if (pcs[k] != head)
            vec_push(&rest, pcs[k]);
    *knots_mark(&f->knots, head) = 0;
    knots_find(&f->knots, rest.at, rest.len, &out, &ends);
    bool loops = false;
    vec_each (uint32_t, end, &ends) {
        loops |= knots_loop(&f->knots, out.at + from, *end - from);
        from = *end;
    }
    uint32_t mark = knots_put(&f->knots, pcs, len);
    if (!loops && !comes_back(f, pcs, len, mark))
        for (size_t k = 0; k < len; k++)
            if (f->p->code.at[pcs[k]].op == OP_POINT)
                f->heads->at[pcs[k]] = head;
    *knots_mark(&f->knots, head) = 0;
    if (loops && depth < DEEPEST)
        visit(f, rest.at, rest.len, depth + 1);
    vec_free(&rest);
    vec_free(&out);
    vec_free(&ends);
}

static void visit(Finder *f, const uint32_t *pcs, size_t len, uint32_t depth)
{
    Pcs out = {0}, ends = {0};
    uint32_t from = 0;
    uint32_t set = knots_find(&f->knots, pcs, len, &out, &ends);
    vec_each (uint32_t, end, &ends) {
        for (uint32_t k = from; k < *end; k++)
            *knots_mark(&f->knots, out.at[k]) = set;
        if (knots_loop(&f->knots, out.at + from, *end - from))
            visit_loop(f, out.at + from, *end - from, depth);
        from = *end;
    }
    vec_free(&out);
    vec_free(&ends);
}

static void find_proc(Finder *f, const Proc *proc)
{
    Pcs plain = {0};
    knots_begin(&f->knots, f->p, proc);
    f->seen.len = 0;
    vec_resize(&f->seen, proc->end - proc->begin);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        if (is_plain(f->p, pc))
            vec_push(&plain, pc);
    visit(f, plain.at, plain.len, 0);
    vec_free(&plain);
}

void flow_loops(const Program *program, LoopHeads *heads)
{
    Finder f = {.p = program, .heads = heads};
    heads->len = 0;
    vec_resize(heads, program->code.len);
    vec_each (Proc, proc, &program->procs)
        if (!proc->pure)
            find_proc(&f, proc);
    knots_free(&f.knots);
    vec_free(&f.seen);
    vec_free(&f.next);
}
