/* rank.c -- the order in which the instructions of a procedure are taken.
 *
 * Paths meet where the one that is to be taken next has the lowest rank, so what is behind a loop must
 * have a higher rank than all that is in it: Bourdoncle, "Efficient chaotic iteration strategies with
 * widenings", FMPA 1993, figure 4. */
#include "engine/symbolic/model.h"

#include "ir/shape.h"

typedef struct Order {
    const Program *program;
    uint32_t begin, count;
    uint32_t *number; /* 0: not visited; UINT32_MAX: has its place */
    uint32_t *rank;
    VEC(uint32_t) stack;
    uint32_t visited, next;
} Order;
typedef VEC(uint32_t) Pcs;

static void add_pc(const Order *o, Pcs *pcs, uint32_t pc)
{
    if (pc >= o->begin && pc < o->begin + o->count)
        vec_push(pcs, pc - o->begin);
}

static void successors(const Order *o, uint32_t at, Pcs *pcs)
{
    uint32_t pc = o->begin + at;
    const Instr *i = &o->program->code.at[pc];
    if (op_info[i->op].next)
        add_pc(o, pcs, pc + 1);
    if (i->op == OP_JUMP || i->op == OP_BRANCH || i->op == OP_SWITCH || i->op == OP_CALL ||
        i->op == OP_CALLPTR)
        add_pc(o, pcs, i->target);
    if (i->op == OP_BRANCH)
        add_pc(o, pcs, i->other);
    if (i->op == OP_SWITCH || i->op == OP_SELECT) {
        const List *list = &o->program->lists.at[i->list];
        for (uint32_t k = 1; k < list->len; k += 2)
            add_pc(o, pcs, (uint32_t)list->at[k]);
    }
}

static uint32_t visit(Order *o, uint32_t at);

static void component(Order *o, uint32_t at)
{
    Pcs next = {0};
    successors(o, at, &next);
    vec_each (uint32_t, to, &next)
        if (!o->number[*to])
            visit(o, *to);
    vec_free(&next);
}

static uint32_t visit(Order *o, uint32_t at)
{
    Pcs next = {0};
    bool loop = false;
    uint32_t head = o->number[at] = ++o->visited;
    vec_push(&o->stack, at);
    successors(o, at, &next);
    vec_each (uint32_t, to, &next) {
        uint32_t least = o->number[*to] ? o->number[*to] : visit(o, *to);
        if (least <= head) {
            head = least;
            loop = true;
        }
    }
    vec_free(&next);
    if (head != o->number[at])
        return head;
    o->number[at] = UINT32_MAX;
    uint32_t top = vec_pop(&o->stack);
    while (top != at) {
        assert(loop);
        o->number[top] = 0;
        top = vec_pop(&o->stack);
    }
    if (loop)
        component(o, at);
    o->rank[at] = o->next--;
    return head;
}

const uint32_t *rank_of(Model *x, uint32_t proc)
{
    const Proc *p = &x->program->procs.at[proc];
    if (x->ranks.len <= proc)
        vec_resize(&x->ranks, proc + 1);
    if (x->ranks.at[proc].rank)
        return x->ranks.at[proc].rank;
    Order o = {.program = x->program, .begin = p->begin, .count = p->end - p->begin};
    o.number = arena_array(&x->arena, uint32_t, o.count);
    o.rank = arena_array(&x->arena, uint32_t, o.count);
    o.next = o.count;
    visit(&o, 0);
    vec_free(&o.stack);
    x->ranks.at[proc].rank = o.rank;
    return o.rank;
}
