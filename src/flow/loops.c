/* loops.c -- see loops.h.
 *
 * The instructions that touch registers alone, and what leads from one to another, fall into strongly
 * connected components.  Of one that is a loop, the last point is taken out: if no loop is left, each
 * round passes that point.  Otherwise the loops that are left are looked at. */
#include "flow/loops.h"

#include "flow/live.h"

enum { DEEPEST = 64 };

typedef VEC(uint32_t) Pcs;

typedef struct Finder {
    const Program *p;
    const Proc *proc;
    LoopHeads *heads;
    VEC(uint32_t) mark;       /* by instruction of the procedure: the set that it is in; 0: none */
    VEC(uint32_t) index, low; /* Tarjan's */
    VEC(bool) open;           /* ... on the stack */
    VEC(uint32_t) seen;       /* by the walk of this number */
    Pcs stack;
    uint32_t marks, counter, walks;
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

static uint32_t *mark_of(Finder *f, uint32_t pc)
{
    return &f->mark.at[pc - f->proc->begin];
}

/* Where it leads to in its set. */
static void inner_successors(Finder *f, uint32_t pc, Successors *next)
{
    size_t kept = 0;
    flow_successors(f->p, pc, next);
    for (size_t k = 0; k < next->len; k++)
        if (*mark_of(f, next->at[k]) == *mark_of(f, pc))
            next->at[kept++] = next->at[k];
    next->len = kept;
}

typedef struct Step {
    uint32_t pc;
    size_t done;
} Step;

static void enter(Finder *f, uint32_t pc)
{
    f->index.at[pc - f->proc->begin] = f->low.at[pc - f->proc->begin] = ++f->counter;
    f->open.at[pc - f->proc->begin] = true;
    vec_push(&f->stack, pc);
}

static void lower(Finder *f, uint32_t pc, uint32_t to)
{
    uint32_t *low = &f->low.at[pc - f->proc->begin];
    *low = to < *low ? to : *low;
}

static void close_component(Finder *f, uint32_t root, Pcs *out, Pcs *ends)
{
    uint32_t pc;
    do {
        pc = vec_pop(&f->stack);
        f->open.at[pc - f->proc->begin] = false;
        vec_push(out, pc);
    } while (pc != root);
    vec_push(ends, (uint32_t)out->len);
}

static void connect(Finder *f, uint32_t root, Pcs *out, Pcs *ends)
{
    VEC(Step) steps = {0};
    const uint32_t begin = f->proc->begin;
    enter(f, root);
    vec_push(&steps, ((Step){root, 0}));
    while (steps.len) {
        Step *step = &vec_last(&steps);
        uint32_t pc = step->pc;
        inner_successors(f, pc, &f->next);
        if (step->done < f->next.len) {
            uint32_t to = f->next.at[step->done++];
            if (!f->index.at[to - begin]) {
                enter(f, to);
                vec_push(&steps, ((Step){to, 0}));
            } else if (f->open.at[to - begin]) {
                lower(f, pc, f->index.at[to - begin]);
            }
            continue;
        }
        if (f->low.at[pc - begin] == f->index.at[pc - begin])
            close_component(f, pc, out, ends);
        (void)vec_pop(&steps);
        if (steps.len)
            lower(f, vec_last(&steps).pc, f->low.at[pc - begin]);
    }
    vec_free(&steps);
}

static void find_components(Finder *f, const uint32_t *pcs, size_t len, Pcs *out, Pcs *ends)
{
    uint32_t mark = ++f->marks;
    for (size_t k = 0; k < len; k++) {
        *mark_of(f, pcs[k]) = mark;
        f->index.at[pcs[k] - f->proc->begin] = 0;
    }
    f->counter = 0;
    for (size_t k = 0; k < len; k++)
        if (!f->index.at[pcs[k] - f->proc->begin])
            connect(f, pcs[k], out, ends);
}

static bool is_loop(Finder *f, const uint32_t *pcs, size_t len)
{
    bool loop = len > 1;
    inner_successors(f, pcs[0], &f->next);
    vec_each (uint32_t, to, &f->next)
        loop |= *to == pcs[0];
    return loop;
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
            if (*mark_of(f, work.at[n]) != mark)
                work.at[kept++] = work.at[n];
        work.len = kept;
    }
    while (work.len && !back) {
        uint32_t pc = vec_pop(&work);
        uint32_t *seen = &f->seen.at[pc - f->proc->begin];
        Op op = f->p->code.at[pc].op;
        back = *mark_of(f, pc) == mark;
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
    *mark_of(f, head) = 0;
    find_components(f, rest.at, rest.len, &out, &ends);
    bool loops = false;
    vec_each (uint32_t, end, &ends) {
        loops |= is_loop(f, out.at + from, *end - from);
        from = *end;
    }
    uint32_t mark = ++f->marks;
    for (size_t k = 0; k < len; k++)
        *mark_of(f, pcs[k]) = mark;
    if (!loops && !comes_back(f, pcs, len, mark))
        for (size_t k = 0; k < len; k++)
            if (f->p->code.at[pcs[k]].op == OP_POINT)
                f->heads->at[pcs[k]] = head;
    *mark_of(f, head) = 0;
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
    find_components(f, pcs, len, &out, &ends);
    uint32_t set = f->marks;
    vec_each (uint32_t, end, &ends) {
        for (uint32_t k = from; k < *end; k++)
            *mark_of(f, out.at[k]) = set;
        if (is_loop(f, out.at + from, *end - from))
            visit_loop(f, out.at + from, *end - from, depth);
        from = *end;
    }
    vec_free(&out);
    vec_free(&ends);
}

static void find_proc(Finder *f, const Proc *proc)
{
    Pcs plain = {0};
    size_t len = proc->end - proc->begin;
    f->proc = proc;
    f->mark.len = f->index.len = f->low.len = f->open.len = f->seen.len = 0;
    vec_resize(&f->mark, len);
    vec_resize(&f->index, len);
    vec_resize(&f->low, len);
    vec_resize(&f->open, len);
    vec_resize(&f->seen, len);
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
    vec_free(&f.mark);
    vec_free(&f.index);
    vec_free(&f.low);
    vec_free(&f.open);
    vec_free(&f.seen);
    vec_free(&f.stack);
    vec_free(&f.next);
}
