/* wide.c -- see unit.h: 128 bits that are moved at once, as atomic structs are: clang has forgotten
 * what they are.  A number that is taken for a pointer stays what it is, if it has no more than 32
 * bits; if it has, the machine says so. */
#include "front/c/driver.h"
#include "front/c/func.h"

enum { WIDE_BYTES = 16 };

/* Looks at structs of 16 bytes, and at what larger ones are made of. */
static void see_type(Unit *u, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsOpaqueStruct(type))
        return;
    uint64_t bytes = LLVMABISizeOfType(u->data, type);
    for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
        LLVMTypeRef inner = LLVMStructGetTypeAtIndex(type, k);
        uint64_t offset = LLVMOffsetOfElement(u->data, type, k);
        if (bytes == WIDE_BYTES && LLVMGetTypeKind(inner) == LLVMPointerTypeKind)
            u->wide_pointers[offset >= WIDE_BYTES / 2] = true;
        see_type(u, inner);
    }
}

static void see_instruction(Unit *u, LLVMValueRef i)
{
    if (LLVMIsAAllocaInst(i))
        see_type(u, LLVMGetAllocatedType(i));
    else if (LLVMIsAGetElementPtrInst(i))
        see_type(u, LLVMGetGEPSourceElementType(i));
}

static void find_wide(Unit *u)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g; g = LLVMGetNextGlobal(g))
        if (!driver_is_lib(g))
            see_type(u, LLVMGlobalGetValueType(g));
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !func_is_lib(f);
                 i = LLVMGetNextInstruction(i))
                see_instruction(u, i);
}

Type wide_word(Unit *u, unsigned k)
{
    if (!u->wide_found)
        find_wide(u);
    u->wide_found = true;
    return u->wide_pointers[k] ? TYPE_POINTER : TYPE_S64;
}

bool wide_is(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == 8 * WIDE_BYTES;
}
