/* fits.c -- sums that cannot overflow: see fits_prove.
 *
 * Where does the value of a sum come from?  From constants, by moves, and by additions of which each is
 * executed only so often (rounds.h).  Whatever the order of threads is, a value is the end of a chain of
 * such steps, and no execution of an addition is in a chain twice.  So it lies between the least constant
 * less all that can be taken away, and the greatest with all that can be added; if no type on the way is
 * too small for that, the first sum that does not fit does not come. */
#include "flow/inner.h"

#include "ir/shape.h"

enum { MOST_STEPS = 400, DEEPEST = 3 };

typedef struct Use {
    uint32_t proc, pc; /* the operand of this instruction */
    Ref ref;
    Type type;
} Use;

typedef struct Chain {
    Looks *l;
    uint32_t depth;
    __int128 least, most;    /* of the constants */
    __int128 down, up;       /* all additions together */
    __int128 floor, ceiling; /* of the types */
    VEC(Use) work;
    VEC(Use) seen;        /* registers that were set somewhere, not known where: by `pc` 0 */
    VEC(uint32_t) passed; /* instructions */
    bool lost;
} Chain;

static const __int128 HUGE_NUMBER = (__int128)1 << 100;

static void base(Chain *c, __int128 least, __int128 most)
{
    c->least = least < c->least ? least : c->least;
    c->most = most > c->most ? most : c->most;
}

static void range_of_type(Type type, __int128 *least, __int128 *most)
{
    const __int128 one = 1;
    bool sign = type.kind == TYPE_SIGNED;
    *least = sign ? -(one << (type.bits - 1)) : 0;
    *most = (one << (type.bits - sign)) - 1;
}

static bool is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
}

static void narrow(Chain *c, Type type)
{
    __int128 least, most;
    if (!is_integer(type)) {
        c->lost = true;
        return;
    }
    range_of_type(type, &least, &most);
    c->floor = least > c->floor ? least : c->floor;
    c->ceiling = most < c->ceiling ? most : c->ceiling;
}

static void follow(Chain *c, uint32_t proc, uint32_t pc, Ref ref, Type type)
{
    narrow(c, type);
    if (ref < 0) {
        __int128 value = constant_value(c->l->program, ref, type);
        base(c, value, value);
    } else {
        vec_push(&c->work, ((Use){proc, pc, ref, type}));
    }
}

static bool run(Looks *l, uint32_t depth, Use use, __int128 *least, __int128 *most);

/* What an operand may be, by a chain of its own. */
static void operand(Chain *c, Use use, __int128 *least, __int128 *most)
{
    if (use.ref < 0)
        *least = *most = constant_value(c->l->program, use.ref, use.type);
    else if (c->depth >= DEEPEST || !run(c->l, c->depth + 1, use, least, most))
        range_of_type(use.type, least, most);
}

static __int128 scaled(__int128 by, uint64_t often)
{
    __int128 product;
    if (often == ROUNDS_ENDLESS)
        return by ? HUGE_NUMBER : 0;
    return __builtin_mul_overflow(by, (__int128)often, &product) || product > HUGE_NUMBER
               ? HUGE_NUMBER
               : product;
}

static void follow_sum(Chain *c, uint32_t proc, uint32_t pc)
{
    const Instr *i = &c->l->program->code.at[pc];
    uint64_t often = rounds_at(&c->l->rounds, proc, pc);
    __int128 least, most;
    bool swap = i->op == OP_ADD && i->a < 0;
    operand(c, (Use){proc, pc, swap ? i->a : i->b, i->type}, &least, &most);
    if (i->op == OP_SUB) {
        __int128 was = least;
        least = -most;
        most = -was;
    }
    c->up += scaled(most > 0 ? most : 0, often);
    c->down += scaled(least < 0 ? -least : 0, often);
    c->lost |= c->up > HUGE_NUMBER || c->down > HUGE_NUMBER;
    follow(c, proc, pc, swap ? i->b : i->a, i->type);
}

/* Everything that writes where it loads from. */
static void follow_load(Chain *c, uint32_t proc, const Instr *load)
{
    const Looks *l = c->l;
    const Program *p = l->program;
    Place scratch, other;
    Places from = points_of(&l->points, proc, load->a, &scratch);
    c->lost |= from.any;
    base(c, 0, 0);
    for (uint32_t k = 0; k < p->procs.len && !c->lost; k++)
        for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++) {
            const Instr *i = &p->code.at[pc];
            bool store = i->op == OP_STORE;
            bool writes = op_info[i->op].effect & EFFECT_WRITE && i->op != OP_ALLOC &&
                          i->op != OP_FREE && i->op != OP_FORK && i->op != OP_RESULT &&
                          i->op != OP_SETOWN;
            if (!writes)
                continue;
            Ref at = shape_has(i->op, "A") ? i->a : p->lists.at[i->list].at[0];
            Places to = points_of(&l->points, k, at, &other);
            bool meets = to.any, same = store && type_bytes(i->type) == type_bytes(load->type);
            vec_each (Place, f, &from.at)
                vec_each (Place, t, &to.at) {
                    Place a = {f->object, f->offset + load->offset, f->stride};
                    Place b = {t->object, t->offset + (store ? i->offset : 0), t->stride};
                    bool overlaps =
                        store ? place_overlaps(a, type_bytes(load->type), b, type_bytes(i->type))
                              : a.object == b.object;
                    meets |= overlaps;
                    same &= !overlaps || (a.offset == b.offset && a.stride == b.stride);
                }
            if (meets && !same)
                c->lost = true;
            else if (meets)
                follow(c, k, pc, i->b, i->type);
        }
}

static void follow_results(Chain *c, const Instr *call, int32_t reg)
{
    const Program *p = c->l->program;
    List dsts = p->lists.at[call->dsts];
    const Proc *callee = &p->procs.at[call->other];
    for (uint32_t k = 0; k < dsts.len; k++)
        for (uint32_t pc = callee->begin; dsts.at[k] == reg && pc < callee->end; pc++)
            if (p->code.at[pc].op == OP_RETURN)
                follow(c, call->other, pc, p->lists.at[p->code.at[pc].list].at[k],
                       callee->results.at[k]);
}

/* The instruction sets the register. */
static void follow_setter(Chain *c, uint32_t proc, uint32_t pc, int32_t reg)
{
    const Program *p = c->l->program;
    const Instr *i = &p->code.at[pc];
    __int128 least, most;
    vec_each (uint32_t, old, &c->passed)
        if (*old == pc)
            return;
    vec_push(&c->passed, pc);
    c->lost |= c->passed.len > MOST_STEPS;
    Type type = i->op == OP_CALL ? p->procs.at[proc].registers.at[reg].type : instr_result(i);
    if (i->op == OP_FORGET) {
        base(c, 0, 0);
        return;
    }
    if (!is_integer(type)) {
        c->lost = true;
        return;
    }
    if (i->op == OP_MOV) {
        follow(c, proc, pc, i->a, i->type);
    } else if (i->op == OP_CAST && is_integer(i->from)) {
        narrow(c, i->type);
        follow(c, proc, pc, i->a, i->from);
    } else if (i->op == OP_ADD || i->op == OP_SUB) {
        follow_sum(c, proc, pc);
    } else if (i->op == OP_LOAD) {
        narrow(c, i->type);
        follow_load(c, proc, i);
    } else if (i->op == OP_CALL) {
        follow_results(c, i, reg);
    } else {
        range_of_type(type, &least, &most);
        base(c, least, most);
    }
}

/* A parameter: what it is called with. */
static void follow_param(Chain *c, uint32_t proc, uint32_t k)
{
    const Program *p = c->l->program;
    Rounds *r = &c->l->rounds;
    c->lost |= r->open.at[proc];
    vec_each (RoundsSite, site, &r->sites)
        if (site->callee == proc) {
            List list = p->lists.at[p->code.at[site->pc].list];
            if (p->code.at[site->pc].op == OP_CALLPTR)
                c->lost = true;
            else
                follow(c, site->caller, site->pc, list.at[k],
                       p->procs.at[proc].registers.at[k].type);
        }
}

static void follow_use(Chain *c, Use use)
{
    const Program *p = c->l->program;
    const Proc *proc = &p->procs.at[use.proc];
    uint32_t setter = rounds_setter(&c->l->rounds, proc->begin, use.pc, use.ref);
    if (setter) {
        follow_setter(c, use.proc, setter, use.ref);
        return;
    }
    vec_each (Use, old, &c->seen)
        if (old->proc == use.proc && old->ref == use.ref)
            return;
    vec_push(&c->seen, use);
    if ((uint32_t)use.ref < proc->params)
        follow_param(c, use.proc, (uint32_t)use.ref);
    else
        base(c, 0, 0);
    for (uint32_t pc = proc->begin; pc < proc->end && !c->lost; pc++)
        if (instr_sets(p, &p->code.at[pc], use.ref))
            follow_setter(c, use.proc, pc, use.ref);
}

static bool finish(Chain *c, __int128 *least, __int128 *most)
{
    while (c->work.len && !c->lost)
        follow_use(c, vec_pop(&c->work));
    if (c->least > c->most) /* nothing sets it */
        c->least = c->most = 0;
    *least = c->least - c->down;
    *most = c->most + c->up;
    bool fits = !c->lost && *least >= c->floor && *most <= c->ceiling;
    vec_free(&c->work);
    vec_free(&c->seen);
    vec_free(&c->passed);
    return fits;
}

static Chain begin(Looks *l, uint32_t depth)
{
    return (Chain){.l = l,
                   .depth = depth,
                   .least = HUGE_NUMBER,
                   .most = -HUGE_NUMBER,
                   .floor = -HUGE_NUMBER,
                   .ceiling = HUGE_NUMBER};
}

static bool run(Looks *l, uint32_t depth, Use use, __int128 *least, __int128 *most)
{
    Chain c = begin(l, depth);
    follow(&c, use.proc, use.pc, use.ref, use.type);
    return finish(&c, least, most);
}

bool fits_prove(Looks *l, uint32_t proc, uint32_t pc)
{
    const Instr *i = &l->program->code.at[pc];
    __int128 least, most;
    if ((i->op != OP_ADD && i->op != OP_SUB && i->op != OP_CAST) || !is_integer(i->type) ||
        (i->op == OP_CAST && !is_integer(i->from)))
        return false;
    if (!l->has_rounds)
        rounds_find(&l->rounds, l->program, &l->points);
    l->has_rounds = true;
    Chain c = begin(l, 0);
    follow_setter(&c, proc, pc, i->dst);
    return finish(&c, &least, &most);
}
