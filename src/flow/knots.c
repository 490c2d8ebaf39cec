/* knots.c -- see knots.h. */
#include "flow/knots.h"

static bool next(void *self, uint32_t node, uint32_t *link, uint32_t *to)
{
    Knots *knots = self;
    knots_successors(knots, knots->proc->begin + node);
    if (*link >= knots->next.len)
        return false;
    *to = knots->next.at[(*link)++] - knots->proc->begin;
    return true;
}

static bool found(void *self, const uint32_t *nodes, size_t len)
{
    Knots *knots = self;
    for (size_t k = len; k-- > 0;)
        vec_push(knots->out, knots->proc->begin + nodes[k]);
    vec_push(knots->ends, (uint32_t)knots->out->len);
    return true;
}

void knots_begin(Knots *knots, const Program *p, const Proc *proc)
{
    size_t len = proc->end - proc->begin;
    knots->p = p;
    knots->proc = proc;
    knots->marks = 0;
    knots->mark.len = 0;
    vec_resize(&knots->mark, len);
    knots->connect.self = knots;
    knots->connect.next = next;
    knots->connect.found = found;
    connect_begin(&knots->connect, len);
}

void knots_free(Knots *knots)
{
    vec_free(&knots->mark);
    vec_free(&knots->next);
    connect_free(&knots->connect);
}

uint32_t *knots_mark(Knots *knots, uint32_t pc)
{
    assert(pc >= knots->proc->begin && pc < knots->proc->end);
    return &knots->mark.at[pc - knots->proc->begin];
}

uint32_t knots_put(Knots *knots, const uint32_t *pcs, size_t len)
{
    uint32_t mark = ++knots->marks;
    for (size_t k = 0; k < len; k++)
        *knots_mark(knots, pcs[k]) = mark;
    return mark;
}

void knots_successors(Knots *knots, uint32_t pc)
{
    size_t kept = 0;
    uint32_t mark = *knots_mark(knots, pc);
    Successors *to = &knots->next;
    flow_successors(knots->p, pc, to);
    for (size_t k = 0; k < to->len; k++)
        if (*knots_mark(knots, to->at[k]) == mark)
            to->at[kept++] = to->at[k];
    to->len = kept;
}

uint32_t knots_find(Knots *knots, const uint32_t *pcs, size_t len, Pcs *out, Pcs *ends)
{
    Pcs nodes = {0};
    uint32_t mark = knots_put(knots, pcs, len);
    for (size_t k = 0; k < len; k++)
        vec_push(&nodes, pcs[k] - knots->proc->begin);
    knots->out = out;
    knots->ends = ends;
    connect_find(&knots->connect, nodes.at, nodes.len);
    assert(out->len == len);
    vec_free(&nodes);
    return mark;
}

bool knots_loop(Knots *knots, const uint32_t *pcs, size_t len)
{
    bool loop = len > 1;
    knots_successors(knots, pcs[0]);
    vec_each (uint32_t, to, &knots->next)
        loop |= *to == pcs[0];
    return loop;
}
