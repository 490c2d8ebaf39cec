/* inline.c -- the program's own allocators become a part of their callers.
 *
 * A program that gets all memory from its `xmalloc` allocates at one place only.  What type an
 * object is meant to have is known where that is called (guess.c), so each call gets its own copy
 * of the body, before anything else looks at the module. */
#include "front/c/lower/func.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

enum { MOST_BLOCKS = 16 };

typedef struct Wrappers {
    Unit *u;
    Map found; /* functions -> 1 */
} Wrappers;

static bool is_allocator(const Wrappers *w, LLVMValueRef function)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "aligned_alloc"};
    size_t len;
    const char *name = LLVMGetValueName2(function, &len);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return map_get(&w->found, function);
}

static bool calls_allocator(const Wrappers *w, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && LLVMIsAFunction(callee) && callee != function && is_allocator(w, callee))
                return true;
        }
    return false;
}

static bool is_only_called(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function ||
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function)
            return false;
    }
    return true;
}

static bool has_size(LLVMValueRef function)
{
    for (unsigned n = 0; n < LLVMCountParams(function); n++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, n))) == LLVMIntegerTypeKind)
            return true;
    return false;
}

/* `void *xmalloc(size_t)`: small, and nothing but a name for its body. */
static bool is_wrapper(const Wrappers *w, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    if (LLVMIsDeclaration(function) || func_is_lib(function) || LLVMIsFunctionVarArg(type) ||
        LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMPointerTypeKind || !has_size(function) ||
        LLVMCountBasicBlocks(function) > MOST_BLOCKS || predicate_is_annotated(w->u, function) ||
        func_is_atomic(function))
        return false;
    LLVMMetadataRef result = guess_function_type(w->u, function, 0);
    return result && !debug_pointee(w->u, result) && is_only_called(function) &&
           calls_allocator(w, function);
}

static void mark(Wrappers *w, LLVMValueRef function)
{
    static const char always[] = "alwaysinline", never[] = "noinline";
    unsigned kind = LLVMGetEnumAttributeKindForName(always, sizeof always - 1);
    LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName(never, sizeof never - 1));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(w->u->context, kind, 0));
    map_put(&w->found, function, 1);
}

void inline_allocators(Unit *u)
{
    Wrappers w = {.u = u};
    bool any = false, more = true;
    while (more) {
        more = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
            if (!map_get(&w.found, f) && is_wrapper(&w, f)) {
                mark(&w, f);
                any = more = true;
            }
    }
    map_free(&w.found);
    if (!any)
        return;
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(u->module, "always-inline", NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error)
        LLVMConsumeError(error);
}
