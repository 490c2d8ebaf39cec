/* value.c -- predicates about registers that the abstraction has as they are: they are computed. */
#include "engine/cegar/internal.h"

/* Of a register, or of what is computed here; `fine` becomes false if it cannot be. */
typedef struct Computing {
    Maker *m;
    bool fine;
} Computing;

static Ref compute_value(Computing *v, Term term, Type type);

static Type type_of(const Computing *v, Term term, bool is_signed)
{
    Sort sort = term_sort(&v->m->c->terms, term);
    if (sort.base == SORT_BOOLEAN)
        return TYPE_U1;
    return (Type){.kind = is_signed ? TYPE_SIGNED : TYPE_UNSIGNED, .bits = sort.width};
}

static Ref emit(Computing *v, Instr i, Type result)
{
    i.dst = build_register(&v->m->b, NULL, result);
    build_emit(&v->m->b, i);
    return i.dst;
}

static Ref compute_two(Computing *v, Op op, const Node *node, Type type, Type result)
{
    Ref a = compute_value(v, node->arg[0], type), b = compute_value(v, node->arg[1], type);
    return v->fine ? emit(v, (Instr){.op = op, .type = type, .a = a, .b = b}, result) : 0;
}

/* A register, as a number of this type, which has as many bits. */
static Ref compute_register(Computing *v, const Var *var, Type type)
{
    Maker *m = v->m;
    v->fine &= var && var->kind == VAR_REGISTER && var->proc == m->proc &&
               !data_abstracts_register(&m->c->data, m->proc, (int32_t)var->number);
    if (!v->fine)
        return 0;
    Type own = m->of->registers.at[var->number].type;
    Ref reg = maker_register(m, (int32_t)var->number);
    if (own.kind == type.kind && own.bits == type.bits)
        return reg;
    return emit(v, (Instr){.op = OP_CAST, .type = type, .from = own, .a = reg}, type);
}

static Ref compute_number(Computing *v, int64_t number, Type type)
{
    uint64_t bits = (uint64_t)number;
    if (type.kind == TYPE_UNSIGNED && type.bits < 64)
        bits &= (UINT64_C(1) << type.bits) - 1;
    return build_constant(&v->m->b, bits);
}

static Ref compute_value(Computing *v, Term term, Type type)
{
    const Terms *terms = &v->m->c->terms;
    Node node = term_node(terms, term);
    Type word = node.arg[0].ix ? type_of(v, node.arg[0], true) : type;
    Type plain = node.arg[0].ix ? type_of(v, node.arg[0], false) : type;
    if (!v->fine)
        return 0;
    switch (node.op) {
    case TERM_TRUE:
    case TERM_FALSE:
        return build_constant(&v->m->b, node.op == TERM_TRUE);
    case TERM_NUMBER:
        return compute_number(v, node.value, type);
    case TERM_VARIABLE:
        return compute_register(v, var_find(v->m->c, term), type);
    case TERM_NOT: {
        Ref a = compute_value(v, node.arg[0], TYPE_U1);
        return v->fine ? emit(v, (Instr){.op = OP_NOT, .type = TYPE_U1, .a = a}, TYPE_U1) : 0;
    }
    case TERM_EQ:
        return compute_two(v, OP_EQ, &node, word, TYPE_U1);
    case TERM_SLE:
        return compute_two(v, OP_LE, &node, word, TYPE_U1);
    case TERM_ULE:
        return compute_two(v, OP_LE, &node, plain, TYPE_U1);
    case TERM_BITS_ADD:
        return compute_two(v, OP_ADD, &node, type, type);
    case TERM_BITS_SUB:
        return compute_two(v, OP_SUB, &node, type, type);
    case TERM_BITS_MUL:
        return compute_two(v, OP_MUL, &node, type, type);
    case TERM_AND:
    case TERM_OR:
    case TERM_ITE ... TERM_LE:
    case TERM_SDIV ... TERM_SLT:
    case TERM_ULT:
    case TERM_LOW ... TERM_FORALL:
    case TERM_OPS:
        break;
    }
    v->fine = false;
    return 0;
}

bool value_compute(Maker *m, Term condition, Ref *to)
{
    Computing v = {m, true};
    TermList variables = {0};
    term_variables(m->c, condition, &variables);
    vec_each (Term, t, &variables) { /* before anything is emitted */
        const Var *var = var_find(m->c, *t);
        v.fine &= var && var->kind == VAR_REGISTER && var->proc == m->proc &&
                  !data_abstracts_register(&m->c->data, m->proc, (int32_t)var->number);
    }
    vec_free(&variables);
    *to = v.fine ? compute_value(&v, condition, TYPE_U1) : 0;
    return v.fine;
}
