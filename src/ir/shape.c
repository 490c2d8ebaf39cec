/* shape.c -- see shape.h. */
#include "ir/shape.h"

bool shape_next(const char **shape, Piece *piece)
{
    const char *s = *shape;
    if (!*s)
        return false;
    *piece = (Piece){.text = s};
    if (strchr("dDablABfitsokwrypmexLMhucgnv", *s))
        piece->letter = *s;
    *shape = s + 1;
    return true;
}

bool shape_has(Op op, const char *letters)
{
    for (const char *s = op_info[op].shape; *s; s++)
        for (const char *letter = letters; *letter; letter++)
            if (*s == *letter)
                return true;
    return false;
}

bool op_passes(Op op)
{
    return shape_has(op, "p") && shape_has(op, "l");
}

Type instr_result(const Instr *i)
{
    Type fixed = op_info[i->op].result;
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
    if (op_passes(i->op) && i->other < p->procs.len) {
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

const FlagInfo flag_info[FLAGS] = {
    {FLAG_TRAP, "trap", NULL},
    {FLAG_ATOMIC, "atomic", NULL},
    {FLAG_ALL, "all", NULL},
    {FLAG_FIRST, "first", "select"},
    {FLAG_INIT, "init", "store copy fill"},
    {FLAG_VAIN, "vain", "mov choose"},
    {FLAG_TRIED, "tried", "doubt"},
    {FLAG_IDLE, "idle", NULL},
    {FLAG_GUARD, "guard", "call callptr"},
    {FLAG_QUIET, "quiet", "store"},
    {FLAG_PEEK, "peek", "load"},
    {FLAG_SHARED, "shared", NULL},
    {FLAG_RW, "rw", NULL},
    {FLAG_ZERO, "zero", NULL},
    {FLAG_CHECK, "check", NULL},
    {FLAG_OLD, "old", NULL},
    {FLAG_UPDATE, "update", NULL},
    {FLAG_PACKED, "packed", NULL},
};

bool flag_fits(const FlagInfo *flag, Op op)
{
    size_t len = strlen(op_info[op].text);
    for (const char *at = flag->ops; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, op_info[op].text, len) == 0 && (!at[len] || at[len] == ' '))
            return true;
    }
    return !flag->ops;
}

const char *const order_text[ORDERS] = {
    [ORDER_PLAIN] = "plain",     [ORDER_RELAXED] = "relaxed", [ORDER_ACQUIRE] = "acquire",
    [ORDER_RELEASE] = "release", [ORDER_ACQ_REL] = "acq_rel", [ORDER_SEQ_CST] = "seq_cst",
};

const char *const memory_text[MEMORIES] = {
    [MEMORY_SC] = "sc",
    [MEMORY_RC11] = "rc11",
    [MEMORY_C11] = "c11",
    [MEMORY_TSO] = "tso",
};
