/* guess.c -- what type a new object of the heap is meant to have.
 *
 * LLVM's pointers have no types, but the program says where the object goes: into a variable, a
 * member, a parameter or a result, whose declared type is known.  A wrong guess gives its memory a
 * wrong name and nothing else. */
#include "front/c/lower/func.h"

enum {
    SUBPROGRAM_TYPE = 4,
    SUBROUTINE_TYPES = 3, /* the result, then the parameters */
    DEEPEST = 8           /* `a->b->c ...`, or through so many variables */
};

static LLVMMetadataRef type_of_value(Func *f, LLVMValueRef value, int depth);

LLVMMetadataRef guess_function_type(Unit *u, LLVMValueRef function, unsigned n)
{
    LLVMMetadataRef subprogram = LLVMIsAFunction(function) ? LLVMGetSubprogram(function) : NULL;
    LLVMMetadataRef type = subprogram ? debug_operand(u, subprogram, SUBPROGRAM_TYPE) : NULL;
    LLVMMetadataRef types = type ? debug_operand(u, type, SUBROUTINE_TYPES) : NULL;
    if (!types || debug_operands(u, types) != LLVMCountParams(function) + 1)
        return NULL;
    return debug_operand(u, types, n);
}

/* The type of the part of an object that getelementptr selects. */
static LLVMMetadataRef select_part(Unit *u, LLVMValueRef gep, LLVMMetadataRef type)
{
    LLVMTypeRef at = LLVMGetGEPSourceElementType(gep);
    unsigned count = (unsigned)LLVMGetNumOperands(gep);
    if (count == 2 && LLVMGetTypeKind(at) == LLVMIntegerTypeKind)
        return NULL; /* bytes */
    for (unsigned k = 2; k < count && type; k++) {
        LLVMValueRef index = LLVMGetOperand(gep, k);
        if (LLVMGetTypeKind(at) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            type = debug_member_at(u, type, LLVMOffsetOfElement(u->data, at, member));
            at = LLVMStructGetTypeAtIndex(at, member);
        } else {
            debug_elements(u, &type);
            at = LLVMGetElementType(at);
        }
    }
    return type;
}

/* The type of what lies at the address. */
static LLVMMetadataRef type_at(Func *f, LLVMValueRef address, int depth)
{
    Unit *u = f->u;
    const Slot *slot = func_slot(f, address);
    LLVMMetadataRef variable = slot ? slot->declare : NULL;
    if (LLVMIsAGlobalVariable(address))
        variable = debug_global(u, address);
    if (variable)
        return debug_variable_type(u, variable);
    if (depth == DEEPEST)
        return NULL;
    if (LLVMIsAGetElementPtrInst(address))
        return select_part(u, address, type_at(f, LLVMGetOperand(address, 0), depth + 1));
    LLVMMetadataRef type = type_of_value(f, address, depth + 1);
    return type ? debug_pointee(u, type) : NULL;
}

static LLVMMetadataRef type_of_value(Func *f, LLVMValueRef value, int depth)
{
    if (LLVMIsALoadInst(value))
        return type_at(f, LLVMGetOperand(value, 0), depth);
    if (LLVMIsACallInst(value))
        return guess_function_type(f->u, LLVMGetCalledValue(value), 0);
    for (unsigned n = 0; LLVMIsAArgument(value) && n < LLVMCountParams(f->function); n++)
        if (LLVMGetParam(f->function, n) == value)
            return guess_function_type(f->u, f->function, n + 1);
    return NULL;
}

/* The type of the pointer as what the user takes it. */
static LLVMMetadataRef type_for_user(Func *f, LLVMValueRef user, LLVMValueRef object)
{
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == object)
        return type_at(f, LLVMGetOperand(user, 1), 0);
    if (LLVMIsAReturnInst(user))
        return guess_function_type(f->u, f->function, 0);
    for (unsigned n = 0; LLVMIsACallInst(user) && n < LLVMGetNumArgOperands(user); n++)
        if (LLVMGetOperand(user, n) == object)
            return guess_function_type(f->u, LLVMGetCalledValue(user), n + 1);
    return NULL;
}

/* Its type, of at least so many bytes. */
static LLVMMetadataRef guess(Func *f, LLVMValueRef object, uint64_t least, int depth);

/* A `void *` or `char *` says nothing; whoever loads it may. */
static LLVMMetadataRef guess_from_loads(Func *f, LLVMValueRef variable, uint64_t least, int depth)
{
    LLVMMetadataRef type = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use && !type; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)))
            type = guess(f, LLVMGetUser(use), least, depth + 1);
    return type;
}

static LLVMMetadataRef guess(Func *f, LLVMValueRef object, uint64_t least, int depth)
{
    for (LLVMUseRef use = object ? LLVMGetFirstUse(object) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMMetadataRef type = type_for_user(f, user, object);
        type = type ? debug_pointee(f->u, type) : NULL;
        if (type && debug_bytes(f->u, type) >= least)
            return type;
        if (depth == DEEPEST)
            continue;
        type = LLVMIsAPHINode(user) ? guess(f, user, least, depth + 1) : NULL;
        if (LLVMIsAStoreInst(user) && LLVMIsAAllocaInst(LLVMGetOperand(user, 1)))
            type = guess_from_loads(f, LLVMGetOperand(user, 1), least, depth);
        if (type)
            return type;
    }
    return NULL;
}

LLVMMetadataRef guess_type(Func *f, LLVMValueRef object)
{
    LLVMMetadataRef type = guess(f, object, 2, 0);
    return type ? type
                : guess(f, object, 1, 0); /* a `char *` may be on its way to become another */
}
