/* eval.c -- which instruction asks for which number, address or part of memory. */
#include "symbolic/eval.h"

#include "symbolic/meaning.h"

static Sym operand(const Eval *e, Ref ref, Type type)
{
    return ref == NO_REF ? (Sym){0} : e->by->operand(e->of, ref, type);
}

static bool compares(const Instr *i)
{
    return i->op == OP_EQ || i->op == OP_NE || i->op == OP_LT || i->op == OP_LE;
}

static Type result_type(const Instr *i)
{
    return compares(i) ? TYPE_U1 : i->type;
}

/* The registers stay as they are. */
static void refuse(const Eval *e, const Instr *i)
{
    assert(op_meaning((Op)i->op) != MEANS_ENGINE && op_meaning((Op)i->op) != MEANS_NUMBER);
    e->by->refuse(e->of, i, op_refusal((Op)i->op));
}

/* ---- numbers and addresses ---- */

static void tell_needs(const Eval *e, const Instr *i, Sym a, Sym b)
{
    Needs needs = theory_needs(e->theory, i, a.t, b.t);
    for (uint32_t k = 0; k < needs.len; k++)
        e->by->need(e->of, needs.at[k]);
    if (needs.unclear)
        e->by->unclear(e->of, i);
}

/* Of operands of which one is an address; MOV is everybody's. */
static bool is_about_addresses(const Instr *i)
{
    return i->type.kind == TYPE_PTR || (i->op == OP_CAST && i->from.kind == TYPE_PTR);
}

static Sym address_op(const Eval *e, const Instr *i, Sym a, Sym b)
{
    const Memory *m = e->by->memory;
    if (i->op == OP_CAST && m->convert)
        return m->convert(e->of, i, a);
    if (compares(i) && m->compare)
        return m->compare(e->of, i, a, b);
    return e->by->any(e->of, i, result_type(i));
}

static Sym number_op(const Eval *e, const Instr *i, Sym a, Sym b)
{
    Type first = i->op == OP_CAST ? i->from : i->type;
    bool unary = i->b == NO_REF;
    if (!a.t.ix && theory_is_number(e->theory, first))
        a = e->by->any(e->of, i, first);
    if (!unary && !b.t.ix && theory_is_number(e->theory, i->type))
        b = e->by->any(e->of, i, i->type);
    if (e->by->need)
        tell_needs(e, i, a, b);
    Term result = theory_compute(e->theory, i, a.t, b.t);
    assert(!result.ix || !compares(i) ||
           term_sort(e->theory->terms, result).base == theory_sort(e->theory, TYPE_U1).base);
    return result.ix ? (Sym){.t = result} : e->by->any(e->of, i, result_type(i));
}

static void compute(const Eval *e, const Instr *i)
{
    Sym a = operand(e, i->a, i->op == OP_CAST ? i->from : i->type);
    Sym b = operand(e, i->b, i->type);
    e->by->set(e->of, i->dst,
               i->op == OP_MOV         ? a
               : is_about_addresses(i) ? address_op(e, i, a, b)
                                       : number_op(e, i, a, b));
}

/* INDEX, FIELD, DISTANCE. */
static void place(const Eval *e, const Instr *i)
{
    const Memory *m = e->by->memory;
    Sym a = operand(e, i->a, TYPE_POINTER);
    Sym b = operand(e, i->b, i->op == OP_DISTANCE ? TYPE_POINTER : TYPE_S64);
    if (i->op == OP_DISTANCE ? !m->distance : !m->move) {
        refuse(e, i);
        return;
    }
    if (i->op == OP_INDEX && !b.t.ix)
        b = e->by->any(e->of, i, TYPE_S64);
    if (e->by->need)
        tell_needs(e, i, a, b);
    e->by->set(e->of, i->dst,
               i->op == OP_DISTANCE ? m->distance(e->of, i, a, b) : m->move(e->of, i, a, b));
}

/* ---- memory ---- */

/* Many bytes at once. */
static void bulk(const Eval *e, const Instr *i)
{
    const Memory *m = e->by->memory;
    List list = e->program->lists.at[i->list];
    assert(list.len >= 3);
    Sym to = operand(e, list.at[0], TYPE_POINTER), bytes = operand(e, list.at[2], TYPE_S64);
    Sym from = operand(e, list.at[1], i->op == OP_FILL ? (Type){TYPE_UNSIGNED, 8} : TYPE_POINTER);
    void (*act)(void *of, const Instr *i, Sym to, Sym from, Sym bytes) = i->op == OP_COPY ? m->copy
                                                                         : i->op == OP_FILL
                                                                             ? m->fill
                                                                             : m->apart;
    if (act)
        act(e->of, i, to, from, bytes);
    else
        refuse(e, i);
}

/* One operand, an address or a size, and a result. */
static void look(const Eval *e, const Instr *i)
{
    const Memory *m = e->by->memory;
    Sym (*act)(void *of, const Instr *i, Sym operand) = i->op == OP_LOAD     ? m->load
                                                        : i->op == OP_ALLOC  ? m->alloc
                                                        : i->op == OP_LENGTH ? m->length
                                                                             : m->class_of;
    Sym a = i->op == OP_ALLOC ? operand(e, i->b, TYPE_S64) : operand(e, i->a, TYPE_POINTER);
    if (act)
        e->by->set(e->of, i->dst, act(e->of, i, a));
    else
        refuse(e, i);
}

static void lock(const Eval *e, const Instr *i)
{
    const Memory *m = e->by->memory;
    Sym address = operand(e, i->a, TYPE_POINTER);
    if (i->op == OP_HELD ? !m->held : !m->lock) {
        refuse(e, i);
        return;
    }
    Sym result = i->op == OP_HELD ? m->held(e->of, i, address, operand(e, i->b, TYPE_THREAD))
                                  : m->lock(e->of, i, address);
    if (i->dst != NO_REF)
        e->by->set(e->of, i->dst, result);
}

static void change(const Eval *e, const Instr *i)
{
    const Memory *m = e->by->memory;
    Sym address = operand(e, i->a, TYPE_POINTER);
    if (i->op == OP_FREE ? !m->free : !m->store)
        refuse(e, i);
    else if (i->op == OP_FREE)
        m->free(e->of, i, address);
    else
        m->store(e->of, i, address, operand(e, i->b, i->type));
}

bool eval_instr(const Eval *e, const Instr *i)
{
    switch (op_meaning((Op)i->op)) {
    case MEANS_NUMBER:
        compute(e, i);
        return true;
    case MEANS_ADDRESS:
        place(e, i);
        return true;
    case MEANS_LOOK:
        look(e, i);
        return true;
    case MEANS_CHANGE:
        change(e, i);
        return true;
    case MEANS_BULK:
        bulk(e, i);
        return true;
    case MEANS_LOCK:
        lock(e, i);
        return true;
    case MEANS_REFUSED:
        refuse(e, i);
        return true;
    case MEANS_ENGINE:
        break;
    }
    return false;
}
