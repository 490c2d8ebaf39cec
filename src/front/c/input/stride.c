/* stride.c -- see usage_inner.h. */
#include "front/c/input/usage_inner.h"

uint64_t stride_join(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* An index of so many bytes each. */
static uint64_t stride_index(uint64_t stride, LLVMValueRef index, uint64_t bytes)
{
    if (!LLVMIsAConstantInt(index))
        return stride_join(stride, bytes);
    long long number = LLVMConstIntGetSExtValue(index);
    return stride_join(stride, (uint64_t)(number < 0 ? -number : number) * bytes);
}

uint64_t stride_of(const Unit *u, LLVMValueRef address)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    uint64_t stride = stride_index(0, LLVMGetOperand(address, 1), LLVMABISizeOfType(u->data, type));
    for (int k = 2; k < LLVMGetNumOperands(address); k++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)k);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            stride = stride_join(stride, LLVMOffsetOfElement(u->data, type, member));
            type = LLVMStructGetTypeAtIndex(type, member);
        } else {
            type = LLVMGetElementType(type);
            stride = stride_index(stride, index, LLVMABISizeOfType(u->data, type));
        }
    }
    return stride;
}

uint64_t stride_from_base(const Unit *u, LLVMValueRef value)
{
    uint64_t stride = 0;
    for (;;) {
        bool part = LLVMIsAConstantExpr(value) && (LLVMGetConstOpcode(value) == LLVMGetElementPtr ||
                                                   LLVMGetConstOpcode(value) == LLVMBitCast);
        if (!part && !LLVMIsAGlobalAlias(value))
            return stride;
        if (part && LLVMGetConstOpcode(value) == LLVMGetElementPtr)
            stride = stride_join(stride, stride_of(u, value));
        value = part ? LLVMGetOperand(value, 0) : LLVMAliasGetAliasee(value);
    }
}

bool stride_overlaps(const Unit *u, const Sort *sort)
{
    unsigned bits = sort->width == 255 ? 8 * (unsigned)LLVMPointerSize(u->data) : sort->width;
    return bits > 8 && sort->stride % (bits / 8) != 0;
}
