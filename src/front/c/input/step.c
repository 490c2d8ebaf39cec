/* step.c -- see range.h: instructions of LLVM as steps of a chain. */
#include "front/c/input/range.h"

static unsigned width_of(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    return bits <= 64 ? bits : 0;
}

bool step_number(LLVMValueRef value, uint64_t *number)
{
    if (!LLVMIsAConstantInt(value) || !width_of(value))
        return false;
    *number = LLVMConstIntGetZExtValue(value);
    return true;
}

static StepOp binary_op(LLVMOpcode op)
{
    static const struct {
        LLVMOpcode op;
        StepOp step;
    } table[] = {
        {LLVMMul, STEP_MUL},   {LLVMAnd, STEP_AND},   {LLVMOr, STEP_OR},     {LLVMXor, STEP_XOR},
        {LLVMShl, STEP_SHL},   {LLVMLShr, STEP_LSHR}, {LLVMAShr, STEP_ASHR}, {LLVMUDiv, STEP_UDIV},
        {LLVMURem, STEP_UREM}, {LLVMSDiv, STEP_SDIV}, {LLVMSRem, STEP_SREM},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (table[k].op == op)
            return table[k].step;
    return STEP_ADD;
}

/* value op number, or, swapped, number op value; false: it is something else, or may go wrong. */
static bool read_binary(LLVMOpcode op, bool swapped, Step *step)
{
    uint64_t n = step->number;
    if (op == LLVMSub) {
        step->op = swapped ? STEP_FROM : STEP_ADD;
        step->number = swapped ? n : (0 - n) & chain_ones(step->from);
        return true;
    }
    step->op = (uint8_t)binary_op(op);
    if (op == LLVMAdd || op == LLVMMul || op == LLVMAnd || op == LLVMOr || op == LLVMXor)
        return true;
    if (op == LLVMShl || op == LLVMLShr || op == LLVMAShr)
        return !swapped && n < step->from;
    if (op == LLVMUDiv || op == LLVMURem)
        return !swapped && n;
    bool positive = n && !(n >> (step->from - 1));
    return (op == LLVMSDiv || op == LLVMSRem) && !swapped && positive;
}

static LLVMIntPredicate swap(LLVMIntPredicate predicate)
{
    static const LLVMIntPredicate other[] = {
        [LLVMIntEQ] = LLVMIntEQ,   [LLVMIntNE] = LLVMIntNE,   [LLVMIntUGT] = LLVMIntULT,
        [LLVMIntUGE] = LLVMIntULE, [LLVMIntULT] = LLVMIntUGT, [LLVMIntULE] = LLVMIntUGE,
        [LLVMIntSGT] = LLVMIntSLT, [LLVMIntSGE] = LLVMIntSLE, [LLVMIntSLT] = LLVMIntSGT,
        [LLVMIntSLE] = LLVMIntSGE,
    };
    return other[predicate];
}

/* *inverted: the opposite of the step is the result. */
static void read_compare(LLVMIntPredicate p, Step *step, bool *inverted)
{
    *inverted =
        p == LLVMIntNE || p == LLVMIntUGT || p == LLVMIntUGE || p == LLVMIntSGT || p == LLVMIntSGE;
    step->bits = 1;
    step->op = p == LLVMIntEQ || p == LLVMIntNE     ? STEP_EQ
               : p == LLVMIntULT || p == LLVMIntUGE ? STEP_ULT
               : p == LLVMIntULE || p == LLVMIntUGT ? STEP_ULE
               : p == LLVMIntSLT || p == LLVMIntSGE ? STEP_SLT
                                                    : STEP_SLE;
}

bool step_append(Chain *chain, LLVMValueRef i, unsigned operand, uint64_t number)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    unsigned from = width_of(LLVMGetOperand(i, operand)), bits = width_of(i);
    Step step = {.from = (uint8_t)from, .bits = (uint8_t)bits};
    bool inverted = false;
    if (!from || !bits)
        return false;
    if (op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc) {
        step.op = op == LLVMZExt ? STEP_ZEXT : op == LLVMSExt ? STEP_SEXT : STEP_TRUNC;
        return chain_append(chain, step);
    }
    step.number = number & chain_ones(from);
    if (op == LLVMICmp) {
        LLVMIntPredicate p = LLVMGetICmpPredicate(i);
        read_compare(operand ? swap(p) : p, &step, &inverted);
    } else if (!LLVMIsABinaryOperator(i) || !read_binary(op, operand != 0, &step))
        return false;
    return chain_append(chain, step) &&
           (!inverted || chain_append(chain, (Step){STEP_XOR, 1, 1, 1}));
}

bool step_is(LLVMValueRef i, unsigned *operand, uint64_t *number)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    *operand = 0;
    *number = 0;
    if (op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc)
        return width_of(i) && width_of(LLVMGetOperand(i, 0));
    if (op != LLVMICmp && !LLVMIsABinaryOperator(i))
        return false;
    *operand = LLVMIsAConstantInt(LLVMGetOperand(i, 0)) ? 1 : 0;
    Chain chain = {0};
    chain.from = chain.bits = (uint8_t)width_of(LLVMGetOperand(i, *operand));
    return step_number(LLVMGetOperand(i, 1 - *operand), number) &&
           step_append(&chain, i, *operand, *number);
}
