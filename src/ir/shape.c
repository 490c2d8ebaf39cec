/* shape.c -- see shape.h. */
#include "ir/shape.h"

bool shape_next(const char **shape, Piece *piece)
{
    const char *s = *shape;
    if (!*s)
        return false;
    *piece = (Piece){.text = s};
    if (strchr("dDablABfitsokwrypmexLMhucgn", *s))
        piece->letter = *s;
    *shape = s + 1;
    return true;
}

bool shape_has(Op op, const char *letters)
{
    const char *shape = op_info[op].shape;
    Piece piece;
    while (shape_next(&shape, &piece))
        if (piece.letter && strchr(letters, piece.letter))
            return true;
    return false;
}

/* What does not depend on the instruction's type.  The rest is VOID here. */
static const Type fixed_result[OPS] = {
    [OP_EQ] = {TYPE_UNSIGNED, 1},       [OP_NE] = {TYPE_UNSIGNED, 1},
    [OP_LT] = {TYPE_UNSIGNED, 1},       [OP_LE] = {TYPE_UNSIGNED, 1},
    [OP_SETHAS] = {TYPE_UNSIGNED, 1},   [OP_TRYACQUIRE] = {TYPE_UNSIGNED, 1},
    [OP_INDEX] = {TYPE_PTR, 64},        [OP_FIELD] = {TYPE_PTR, 64},
    [OP_ALLOC] = {TYPE_PTR, 64},        [OP_LENGTH] = {TYPE_SIGNED, 64},
    [OP_CLASSOF] = {TYPE_UNSIGNED, 32}, [OP_CAUGHT] = {TYPE_UNSIGNED, 32},
    [OP_FORK] = {TYPE_TID, 32},         [OP_SELF] = {TYPE_TID, 32},
    [OP_NUMBER] = {TYPE_SIGNED, 32},    [OP_DISTANCE] = {TYPE_SIGNED, 64},
    [OP_HELD] = {TYPE_UNSIGNED, 1},     [OP_OWN] = {TYPE_PTR, 64},
    [OP_RESULT] = {TYPE_PTR, 64},       [OP_FORALL] = {TYPE_UNSIGNED, 1},
    [OP_EACH] = {TYPE_UNSIGNED, 1},
};

Type instr_result(const Instr *i)
{
    Type fixed = fixed_result[i->op];
    return fixed.kind == TYPE_VOID ? i->type : fixed;
}

Type instr_operand(const Instr *i, char letter)
{
    if (letter == 'A' || letter == 'B')
        return TYPE_POINTER;
    if (letter == 'f' || letter == 'g')
        return TYPE_U1;
    if (letter == 'i')
        return TYPE_S64;
    if (letter == 'a' && (i->op == OP_JOIN || i->op == OP_NUMBER || i->op == OP_RESULT))
        return TYPE_THREAD;
    if (letter == 'b' && i->op == OP_HELD)
        return TYPE_THREAD;
    if (letter == 'a' && i->op == OP_CAST)
        return i->from;
    if (letter == 'b' && i->flags & FLAG_ALL && i->op != OP_CHOOSE)
        return TYPE_POINTER;
    return i->type;
}

Type instr_list_operand(const Program *p, const Proc *proc, const Instr *i, uint32_t k)
{
    bool calls = i->op == OP_CALL || i->op == OP_FORK || i->op == OP_POST || i->op == OP_CLAIM ||
                 i->op == OP_FORALL || i->op == OP_EACH;
    if (calls && i->other < p->procs.len) {
        const Proc *callee = &p->procs.at[i->other];
        return k < callee->params && k < callee->registers.len ? callee->registers.at[k].type
                                                               : (Type){0};
    }
    if (i->op == OP_RETURN && k < proc->results.len)
        return proc->results.at[k];
    if (i->op == OP_COPY || i->op == OP_APART)
        return k < 2 || k == 5 ? TYPE_POINTER : k == 4 ? (Type){TYPE_UNSIGNED, 64} : TYPE_S64;
    if (i->op == OP_FILL)
        return k == 0 ? TYPE_POINTER : k == 1 ? (Type){TYPE_UNSIGNED, 8} : TYPE_S64;
    return (Type){0};
}

uint32_t layout_next_offset(const Layout *layout, size_t count, uint32_t bytes)
{
    uint32_t end = 0, align = 1;
    for (size_t i = 0; i < count; i++) {
        const Field *f = &layout->fields.at[i];
        uint32_t size = type_bytes(f->type);
        end = f->offset + size > end ? f->offset + size : end;
        align = size > align ? size : align;
    }
    uint32_t unit = bytes ? bytes : align;
    return (end + unit - 1) / unit * unit;
}

bool op_falls_through(Op op)
{
    return op != OP_JUMP && op != OP_BRANCH && op != OP_SWITCH && op != OP_SELECT &&
           op != OP_RETURN && op != OP_THROW && op != OP_FAIL;
}

const FlagInfo flag_info[FLAGS] = {
    {FLAG_TRAP, "trap"}, {FLAG_ATOMIC, "atomic"}, {FLAG_ALL, "all"},       {FLAG_FIRST, "first"},
    {FLAG_IDLE, "idle"}, {FLAG_GUARD, "guard"},   {FLAG_SHARED, "shared"}, {FLAG_RW, "rw"},
    {FLAG_ZERO, "zero"}, {FLAG_CHECK, "check"},   {FLAG_OLD, "old"},       {FLAG_UPDATE, "update"},
};

const char *const order_text[ORDERS] = {
    [ORDER_PLAIN] = "plain",     [ORDER_RELAXED] = "relaxed", [ORDER_ACQUIRE] = "acquire",
    [ORDER_RELEASE] = "release", [ORDER_ACQ_REL] = "acq_rel", [ORDER_SEQ_CST] = "seq_cst",
};
