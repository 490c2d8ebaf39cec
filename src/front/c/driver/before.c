/* before.c -- see before.h.  clang lists these functions, with their priorities, in the variables
 * llvm.global_ctors and llvm.global_dtors. */
#include "front/c/driver/before.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#include "base/vec.h"

typedef struct Runs {
    long long priority;
    size_t order;
    LLVMValueRef function;
} Runs;
typedef VEC(Runs) List;

static int compare(const void *x, const void *y)
{
    const Runs *a = x, *b = y;
    if (a->priority != b->priority)
        return a->priority < b->priority ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

static void read_list(LLVMModuleRef module, const char *name, List *out)
{
    LLVMValueRef variable = LLVMGetNamedGlobal(module, name);
    LLVMValueRef rows = variable ? LLVMGetInitializer(variable) : NULL;
    uint64_t count = rows ? LLVMGetArrayLength2(LLVMTypeOf(rows)) : 0;
    for (unsigned k = 0; k < count; k++) {
        LLVMValueRef row = LLVMGetAggregateElement(rows, k);
        LLVMValueRef function = LLVMGetAggregateElement(row, 1);
        if (LLVMIsAFunction(function))
            vec_push(out, ((Runs){LLVMConstIntGetSExtValue(LLVMGetAggregateElement(row, 0)), k,
                                  function}));
    }
    if (out->len)
        qsort(out->at, out->len, sizeof *out->at, compare);
}

static void add_call(LLVMBuilderRef b, LLVMMetadataRef place, LLVMTypeRef type,
                     LLVMValueRef function, LLVMValueRef *args, unsigned count)
{
    LLVMInstructionSetDebugLoc(LLVMBuildCall2(b, type, function, args, count, ""), place);
}

/* Without parameters, or it gets zeros instead of those of main. */
static void add_constructor(LLVMBuilderRef b, LLVMMetadataRef place, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    VEC(LLVMValueRef) args = {0};
    for (unsigned k = 0; k < LLVMCountParams(function); k++)
        vec_push(&args, LLVMConstNull(LLVMTypeOf(LLVMGetParam(function, k))));
    add_call(b, place, type, function, args.at, (unsigned)args.len);
    vec_free(&args);
}

static void add_destructor(LLVMModuleRef module, LLVMBuilderRef b, LLVMMetadataRef place,
                           LLVMValueRef function)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(context), &pointer, 1, 0);
    LLVMValueRef known = LLVMGetNamedFunction(module, "atexit");
    add_call(b, place, type, known ? known : LLVMAddFunction(module, "atexit", type), &function, 1);
}

void before_main(LLVMModuleRef module)
{
    LLVMValueRef first = LLVMGetNamedFunction(module, "main");
    List before = {0}, after = {0};
    read_list(module, "llvm.global_ctors", &before);
    read_list(module, "llvm.global_dtors", &after);
    if (first && !LLVMIsDeclaration(first) && (before.len || after.len)) {
        LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
        LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(first)), end = i;
        while (LLVMIsAAllocaInst(i))
            i = LLVMGetNextInstruction(i);
        while (LLVMGetNextInstruction(end) && !LLVMInstructionGetDebugLoc(end))
            end = LLVMGetNextInstruction(end);
        LLVMMetadataRef place = LLVMInstructionGetDebugLoc(end);
        LLVMPositionBuilderBefore(b, i);
        vec_each (Runs, runs, &after)
            add_destructor(module, b, place, runs->function);
        vec_each (Runs, runs, &before)
            add_constructor(b, place, runs->function);
        LLVMDisposeBuilder(b);
    }
    vec_free(&before);
    vec_free(&after);
}
