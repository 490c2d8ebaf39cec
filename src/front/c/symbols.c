/* symbols.c -- see c.h: c_symbols. */
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

#include "front/c/c.h"

static void note(LLVMValueRef symbol, Arena *arena, CSymbols *symbols)
{
    size_t len;
    const char *name = LLVMGetValueName2(symbol, &len);
    LLVMLinkage linkage = LLVMGetLinkage(symbol);
    bool inside = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
                  linkage == LLVMAvailableExternallyLinkage;
    if (!len || inside || strncmp(name, "llvm.", 5) == 0)
        return;
    name = arena_copy(arena, name, len);
    if (LLVMIsDeclaration(symbol))
        vec_push(&symbols->used, name);
    else
        vec_push(&symbols->defined, name);
}

bool c_symbols(const char *bitcode, Arena *arena, CSymbols *symbols)
{
    char *why = NULL, version[64];
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module = NULL;
    if (!c_version(version, sizeof version)) /* this loads the library */
        return false;
    LLVMContextRef context = LLVMContextCreate();
    bool read = LLVMCreateMemoryBufferWithContentsOfFile(bitcode, &buffer, &why) == 0;
    if (read && LLVMGetBitcodeModuleInContext2(context, buffer, &module) != 0) {
        LLVMDisposeMemoryBuffer(buffer);
        module = NULL;
    }
    LLVMDisposeMessage(why);
    if (module) {
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
            note(f, arena, symbols);
        for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
            note(g, arena, symbols);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return module != NULL;
}
