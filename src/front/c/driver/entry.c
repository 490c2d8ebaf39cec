/* entry.c -- see entry.h. */
#include "front/c/driver/entry.h"

#include <string.h>

#include "base/memory.h"

/* The main that is there is a function like others. */
static void rename_main(LLVMModuleRef module)
{
    static const char other[] = "main (not the entry)";
    LLVMValueRef old = LLVMGetNamedFunction(module, "main");
    if (old)
        LLVMSetValueName2(old, other, strlen(other));
}

const char *entry_make(LLVMModuleRef module, const char *name)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef entry = LLVMGetNamedFunction(module, name);
    if (!entry || LLVMIsDeclaration(entry))
        return "there is no such function in the files";
    if (LLVMCountParams(entry) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(entry)))
        return "the function has parameters, and heddle has no arguments for it: write one without";
    if (strcmp(name, "main") == 0)
        return NULL;
    rename_main(module);
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    LLVMTypeRef type = LLVMFunctionType(number, NULL, 0, 0);
    LLVMValueRef first = LLVMAddFunction(module, "main", type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, first, "entry"));
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(entry), entry, NULL, 0, "");
    LLVMBuildRet(builder, LLVMConstInt(number, 0, 0));
    LLVMDisposeBuilder(builder);
    return NULL;
}
