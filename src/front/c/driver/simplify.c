/* simplify.c -- see simplify.h. */
#include "front/c/driver/simplify.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* ---- labels ---- */

/* What stands for the address of the label; NULL: nobody takes it. */
static LLVMValueRef label_address(LLVMBasicBlockRef block)
{
    LLVMValueRef value = LLVMBasicBlockAsValue(block);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMIsABlockAddress(LLVMGetUser(use)))
            return LLVMGetUser(use);
    return NULL;
}

static LLVMValueRef make_label(LLVMModuleRef module, LLVMContextRef context)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(context);
    LLVMValueRef label = LLVMAddGlobal(module, byte, "label");
    LLVMSetLinkage(label, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(label, 1);
    LLVMSetInitializer(label, LLVMConstInt(byte, 0, 0));
    return label;
}

/* The address is compared with that of each label to which the jump may go. */
static void compare_labels(LLVMModuleRef module, LLVMValueRef jump, LLVMValueRef *labels)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(jump);
    LLVMValueRef function = LLVMGetBasicBlockParent(block), address = LLVMGetOperand(jump, 0);
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(jump);
    unsigned count = LLVMGetNumSuccessors(jump);
    LLVMPositionBuilderBefore(builder, jump);
    LLVMSetCurrentDebugLocation2(builder, place);
    for (unsigned k = 0; k < count; k++) {
        LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(context, function, "label");
        LLVMValueRef same = LLVMBuildICmp(builder, LLVMIntEQ, address, labels[k], "");
        LLVMBuildCondBr(builder, same, LLVMGetSuccessor(jump, k), next);
        LLVMPositionBuilderAtEnd(builder, next);
    }
    LLVMBuildUnreachable(builder);
    LLVMInstructionEraseFromParent(jump);
    LLVMDisposeBuilder(builder);
}

static bool has_phi(LLVMValueRef jump)
{
    for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++) {
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(jump, k));
        if (first && LLVMIsAPHINode(first))
            return true;
    }
    return false;
}

enum { MOST_LABELS = 512 };

static void replace_jump(LLVMModuleRef module, LLVMValueRef jump)
{
    LLVMValueRef labels[MOST_LABELS];
    unsigned count = LLVMGetNumSuccessors(jump);
    if (count > MOST_LABELS || has_phi(jump))
        return;
    for (unsigned k = 0; k < count; k++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(jump, k);
        labels[k] = label_address(to);
        if (!labels[k])
            labels[k] = LLVMBlockAddress(LLVMGetBasicBlockParent(to), to);
    }
    compare_labels(module, jump, labels);
}

static void replace_labels(LLVMModuleRef module, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAIndirectBrInst(end))
            replace_jump(module, end);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef address = label_address(b);
        if (address)
            LLVMReplaceAllUsesWith(address, make_label(module, LLVMGetModuleContext(module)));
    }
}

/* ---- vectors ---- */

static bool is_vector(LLVMValueRef value)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

/* What is only moved is known anyway, unless it comes from several places. */
static bool computes_vector(LLVMValueRef i)
{
    if (LLVMIsAShuffleVectorInst(i) || (LLVMIsAPHINode(i) && is_vector(i)))
        return true;
    if (!LLVMIsABinaryOperator(i) && !LLVMIsAUnaryOperator(i) && !LLVMIsACmpInst(i) &&
        !LLVMIsASelectInst(i) && !LLVMIsACastInst(i))
        return false;
    return is_vector(i) || is_vector(LLVMGetOperand(i, 0));
}

static bool has_vectors(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (computes_vector(i))
                return true;
    return false;
}

/* ---- system calls ---- */

/* Is it inline assembly with that word? */
static bool has_word(LLVMValueRef i, const char *word)
{
    size_t len;
    if (!LLVMIsACallInst(i) || !LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
        return false;
    const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(i), &len);
    return memmem(text, len, word, strlen(word));
}

static bool is_in_assembly(LLVMModuleRef module, const char *word)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (has_word(i, word))
                    return true;
    return false;
}

bool simplify_asks_system(LLVMModuleRef module)
{
    return is_in_assembly(module, "syscall");
}

bool simplify_asks_ticks(LLVMModuleRef module)
{
    return is_in_assembly(module, "rdtsc");
}

/* __rdtsc() calls the model; assembly finds it by its name. */
static void replace_ticks(LLVMModuleRef module)
{
    LLVMValueRef counter = LLVMGetNamedFunction(module, "llvm.x86.rdtsc");
    if (counter)
        LLVMReplaceAllUsesWith(
            counter, LLVMAddFunction(module, SIMPLIFY_TICKS, LLVMGlobalGetValueType(counter)));
}

void simplify_module(LLVMModuleRef module)
{
    bool vectors = false;
    replace_ticks(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        replace_labels(module, f);
        vectors |= has_vectors(f);
    }
    if (!vectors)
        return;
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, "function(scalarizer)", NULL, options);
    if (error)
        LLVMConsumeError(error);
    LLVMDisposePassBuilderOptions(options);
}
