/* verify_instr.c -- is one instruction well-formed by itself?  Its shape says what to look at. */
#include "ir/verify.h"

#include "ir/shape.h"

static const Instr *instr(const Verifier *v)
{
    return &v->program->code.at[v->pc];
}

static const char *text(const Verifier *v)
{
    return op_info[instr(v)->op].text;
}

/* The orders below seq_cst that an instruction may have, as bits.  A store that ends an update has
 * the order of the update. */
static uint32_t orders_allowed(const Instr *i)
{
    enum {
        READS = 1 << ORDER_RELAXED | 1 << ORDER_ACQUIRE,
        WRITES = 1 << ORDER_RELAXED | 1 << ORDER_RELEASE,
        FENCES = 1 << ORDER_ACQUIRE | 1 << ORDER_RELEASE | 1 << ORDER_ACQ_REL
    };
    if (i->op == OP_FENCE)
        return FENCES;
    if (!(i->flags & FLAG_ATOMIC))
        return 0;
    if (i->op == OP_COPY || (i->op == OP_STORE && i->flags & FLAG_UPDATE))
        return READS | WRITES | FENCES;
    if (instr_synchronises(i))
        return 1 << ORDER_ACQ_REL;
    return i->op == OP_LOAD ? READS : i->op == OP_STORE || i->op == OP_FILL ? WRITES : 0;
}

static bool check_order(Verifier *v)
{
    const Instr *i = instr(v);
    uint32_t order = i->flags >> ORDER_SHIFT;
    if (order && (order >= ORDERS || !(orders_allowed(i) >> order & 1)))
        return verify_fails(v, "`%s` cannot have the memory order `%s`%s", text(v),
                            order < ORDERS ? order_text[order] : "?",
                            i->op == OP_FENCE || i->flags & FLAG_ATOMIC ? ""
                                                                        : ": it is not atomic");
    if (i->flags & FLAG_UPDATE && !(i->flags & FLAG_ATOMIC))
        return verify_fails(v, "`%s.update` must be atomic", text(v));
    return true;
}

static bool check_flags(Verifier *v)
{
    const Instr *i = instr(v);
    for (int k = 0; k < FLAGS; k++)
        if (i->flags & flag_info[k].flag & ~op_info[i->op].flags)
            return verify_fails(v, "`%s` cannot have the flag `%s`", text(v), flag_info[k].text);
    if (i->flags & FLAG_SHARED && !(i->flags & FLAG_RW))
        return verify_fails(v, "`%s.shared` is for reader-writer locks: add `.rw`", text(v));
    if (i->flags & FLAG_OLD && !v->proc->pure && !(i->flags & FLAG_UPDATE))
        return verify_fails(v, "`%s.old` in %s, which is not pure", text(v), v->proc->name);
    if (i->flags & FLAG_TRAP && i->op != OP_CAST && !(KINDS_INTEGER >> i->type.kind & 1))
        return verify_fails(v, "`%s.trap` works on integers only", text(v));
    return check_order(v);
}

static bool check_type(Verifier *v, Type type)
{
    const Instr *i = instr(v);
    char name[TYPE_TEXT];
    if (!verify_type(v, type))
        return false;
    if (!(op_info[i->op].kinds >> type.kind & 1))
        return verify_fails(v, "`%s` does not work on the type %s", text(v), type_text(type, name));
    return true;
}

/* Numbers turn into numbers; a pointer into an integer and back; a thread into a number and back:
 * that is how one asks who reads under a reader-writer lock, and what `pthread_t` is. */
static bool check_cast(Verifier *v)
{
    const Instr *i = instr(v);
    bool numbers = KINDS_NUMBER >> i->type.kind & KINDS_NUMBER >> i->from.kind & 1;
    bool to_pointer = i->type.kind == TYPE_PTR && KINDS_INTEGER >> i->from.kind & 1;
    bool from_pointer = i->from.kind == TYPE_PTR && KINDS_INTEGER >> i->type.kind & 1;
    bool from_thread =
        i->from.kind == TYPE_TID && i->type.kind == TYPE_UNSIGNED && i->type.bits >= 32;
    bool to_thread =
        i->type.kind == TYPE_TID && i->from.kind == TYPE_UNSIGNED && i->from.bits >= 32;
    char to[TYPE_TEXT], from[TYPE_TEXT];
    if (numbers || to_pointer || from_pointer || from_thread || to_thread)
        return true;
    return verify_fails(v, "no cast makes %s of %s", type_text(i->type, to),
                        type_text(i->from, from));
}

static bool check_register(Verifier *v, int32_t r)
{
    if (r < 0 || (size_t)r >= v->proc->registers.len)
        return verify_fails(v, "`%s` uses register %d, which %s does not have", text(v), r,
                            v->proc->name);
    return true;
}

static bool same_type(Verifier *v, const char *what, Type got, Type want)
{
    char a[TYPE_TEXT], b[TYPE_TEXT];
    if (type_equal(got, want))
        return true;
    return verify_fails(v, "%s of `%s` is of type %s and should be of type %s", what, text(v),
                        type_text(got, a), type_text(want, b));
}

static bool check_dst(Verifier *v)
{
    const Instr *i = instr(v);
    if (!check_register(v, i->dst))
        return false;
    Type got = v->proc->registers.at[i->dst].type;
    if (i->op == OP_LENGTH && KINDS_INTEGER >> got.kind & 1 && (got.bits == 32 || got.bits == 64))
        return true;
    return same_type(v, "the result", got, instr_result(i));
}

static bool pointer_exists(const Program *p, uint64_t value)
{
    uint32_t object = (uint32_t)(value >> 32);
    if (object == UINT32_MAX) /* a negative number */
        return true;
    if (object >= PROC_OBJECT)
        return object - PROC_OBJECT < p->procs.len;
    return object < p->globals.len;
}

static bool constant_fits(const Program *p, uint64_t value, Type type)
{
    switch ((TypeKind)type.kind) {
    case TYPE_UNSIGNED:
    case TYPE_FLOAT:
    case TYPE_TID:
        return type.bits == 64 || value >> type.bits == 0;
    case TYPE_SIGNED: {
        int64_t most = INT64_MAX >> (64 - type.bits);
        return (int64_t)value <= most && (int64_t)value >= -most - 1;
    }
    case TYPE_PTR:
        return pointer_exists(p, value);
    case TYPE_VOID:
        return true;
    }
    return false;
}

/* want VOID: any type. */
static bool check_operand(Verifier *v, const char *what, Ref ref, Type want)
{
    const Program *p = v->program;
    char name[TYPE_TEXT];
    if (ref == NO_REF)
        return verify_fails(v, "%s of `%s` is missing", what, text(v));
    if (ref >= 0)
        return check_register(v, ref) &&
               (want.kind == TYPE_VOID ||
                same_type(v, what, v->proc->registers.at[ref].type, want));
    if ((size_t)~ref >= p->constants.len)
        return verify_fails(v, "%s of `%s` is a constant that does not exist", what, text(v));
    if (!constant_fits(p, p->constants.at[~ref], want))
        return verify_fails(v, "%s of `%s` is a constant that is no value of type %s", what,
                            text(v), type_text(want, name));
    return true;
}

static bool check_list_index(Verifier *v, uint32_t list)
{
    return list < v->program->lists.len ||
           verify_fails(v, "`%s` has a list that does not exist", text(v));
}

/* `take` gives the arguments of the task. */
static bool check_taken(Verifier *v, List list)
{
    const Proc *task = &v->program->procs.at[instr(v)->other];
    if (list.len != task->params)
        return verify_fails(v, "%s has %u parameters, and `take` gives %u", task->name,
                            task->params, list.len);
    for (uint32_t k = 0; k < list.len; k++)
        if (!same_type(v, "an argument", v->proc->registers.at[list.at[k]].type,
                       task->registers.at[k].type))
            return false;
    return true;
}

static bool check_dsts(Verifier *v)
{
    const Instr *i = instr(v);
    if (!check_list_index(v, i->dsts))
        return false;
    List list = v->program->lists.at[i->dsts];
    for (uint32_t k = 0; k < list.len; k++)
        if (!check_register(v, list.at[k]))
            return false;
    if (!list.len && (i->op == OP_RECEIVE || i->op == OP_FORGET))
        return verify_fails(v, "`%s` needs a register", text(v));
    if ((i->op != OP_CALL && i->op != OP_TAKE) || i->other >= v->program->procs.len)
        return true;
    if (i->op == OP_TAKE)
        return check_taken(v, list);
    const Proc *callee = &v->program->procs.at[i->other];
    if (list.len != callee->results.len)
        return verify_fails(v, "%s returns %zu values, and `call` takes %u", callee->name,
                            callee->results.len, list.len);
    for (uint32_t k = 0; k < list.len; k++)
        if (!same_type(v, "a result", v->proc->registers.at[list.at[k]].type,
                       callee->results.at[k]))
            return false;
    return true;
}

static bool check_operands(Verifier *v)
{
    const Instr *i = instr(v);
    const Program *p = v->program;
    if (!check_list_index(v, i->list))
        return false;
    List list = p->lists.at[i->list];
    bool calls = op_passes(i->op);
    if (calls && i->other < p->procs.len && list.len != p->procs.at[i->other].params)
        return verify_fails(v, "%s has %u parameters, and `%s` gives %u",
                            p->procs.at[i->other].name, p->procs.at[i->other].params, text(v),
                            list.len);
    if (i->op == OP_RETURN && list.len != v->proc->results.len)
        return verify_fails(v, "%s returns %zu values, and `return` gives %u", v->proc->name,
                            v->proc->results.len, list.len);
    if (i->op == OP_SEND && !list.len)
        return verify_fails(v, "`send` needs a value");
    if (i->op == OP_APART && list.len != 3 && list.len != 4)
        return verify_fails(v, "`%s` has three operands or four", text(v));
    bool many = i->op == OP_COPY || i->op == OP_FILL;
    if (many && list.len != 3 && list.len != 4 && (list.len != 6 || i->op == OP_FILL))
        return verify_fails(v, "`%s` has three or four operands%s", text(v),
                            i->op == OP_COPY ? ", or six" : "");
    for (uint32_t k = 3; many && k < list.len; k++)
        if (list.at[k] < 0)
            return verify_fails(v, "`%s` needs registers to keep where it stands", text(v));
    for (uint32_t k = 0; k < list.len; k++)
        if (!check_operand(v, "an operand", list.at[k], instr_list_operand(p, v->proc, i, k)))
            return false;
    return true;
}

static bool check_function(Verifier *v)
{
    const Instr *i = instr(v);
    const char *name = v->program->strings.at[i->other];
    if (i->op != OP_MATH || math_find(name) < MATH_FUNCTIONS)
        return true;
    return verify_fails(v, "`math` knows no function \"%s\"", name);
}

static bool check_target(Verifier *v, uint32_t target)
{
    if (target < v->proc->begin || target >= v->proc->end)
        return verify_fails(v, "`%s` goes to instruction %u, outside of %s", text(v), target,
                            v->proc->name);
    return true;
}

/* Pairs of an operand and a target; the operands of cases are different constants. */
static bool check_pairs(Verifier *v, char letter)
{
    const Instr *i = instr(v);
    if (!check_list_index(v, i->list))
        return false;
    List list = v->program->lists.at[i->list];
    if (list.len % 2)
        return verify_fails(v, "the list of `%s` does not consist of pairs", text(v));
    if (!list.len && letter == 'g')
        return verify_fails(v, "`%s` needs a guard", text(v));
    for (uint32_t k = 0; k < list.len; k += 2) {
        if (letter == 'c' && list.at[k] >= 0)
            return verify_fails(v, "a case of `%s` is not a constant", text(v));
        if (!check_operand(v, letter == 'c' ? "a case" : "a guard", list.at[k],
                           instr_operand(i, letter)) ||
            !check_target(v, (uint32_t)list.at[k + 1]))
            return false;
    }
    const uint64_t *constants = v->program->constants.at;
    for (uint32_t k = 0; letter == 'c' && k < list.len; k += 2)
        for (uint32_t n = 0; n < k; n += 2)
            if (constants[~list.at[n]] == constants[~list.at[k]])
                return verify_fails(v, "`%s` has the same case twice", text(v));
    return true;
}

static bool check_index(Verifier *v, size_t index, size_t first, size_t len, const char *what)
{
    if (index >= first && index < len)
        return true;
    return verify_fails(v, "`%s` names %s %zu, which does not exist", text(v), what, index);
}

static bool check_head(Verifier *v)
{
    const Instr *i = instr(v);
    if (!check_target(v, i->target))
        return false;
    Op op = v->program->code.at[i->target].op;
    return op == OP_POINT || op == OP_YIELD ||
           verify_fails(v, "the head of `%s` is not a point", text(v));
}

static bool check_letter(Verifier *v, char letter)
{
    const Instr *i = instr(v);
    const Program *p = v->program;
    switch (letter) {
    case 'd':
        return check_dst(v);
    case 'D':
        return check_dsts(v);
    case 'a':
    case 'A':
    case 'f':
        return check_operand(v, "operand a", i->a, instr_operand(i, letter));
    case 'b':
    case 'B':
    case 'i':
        return check_operand(v, "operand b", i->b, instr_operand(i, letter));
    case 't':
        return check_type(v, i->type);
    case 's':
        return check_type(v, i->from) && check_cast(v);
    case 'l':
        return check_operands(v);
    case 'c':
    case 'g':
        return check_pairs(v, letter);
    case 'r':
        return check_index(v, i->region, 0, p->regions.len, "region");
    case 'y':
        return check_index(v, i->other, 1, p->layouts.len, "layout");
    case 'p':
        return check_index(v, i->other, 0, p->procs.len, "procedure");
    case 'm':
        return check_index(v, i->other, 0, p->strings.len, "string") && check_function(v);
    case 'v':
        return check_index(v, i->other, 0, p->strings.len, "string");
    case 'n':
        return check_index(v, i->target, 0, p->strings.len, "string");
    case 'e':
        return check_index(v, (size_t)i->offset, 0, ERRORS, "error");
    case 'x':
        return check_index(v, i->other, 0, p->exceptions.len, "exception");
    case 'L':
        return check_target(v, i->target);
    case 'M':
        return check_target(v, i->other);
    case 'h':
        return check_head(v);
    case 'u':
        return !i->target || check_target(v, i->target);
    }
    return true; /* o, k and w: any number will do */
}

bool verify_instr(Verifier *v)
{
    const Instr *i = instr(v);
    if (i->op >= OPS)
        return verify_fails(v, "there is no operation number %d", i->op);
    const char *shape = op_info[i->op].shape;
    Piece piece;
    if (!check_flags(v))
        return false;
    /* types first: operands are checked against them */
    if (shape_has(i->op, "t") && !check_letter(v, 't'))
        return false;
    while (shape_next(&shape, &piece))
        if (piece.letter && piece.letter != 't' && !check_letter(v, piece.letter))
            return false;
    return true;
}
