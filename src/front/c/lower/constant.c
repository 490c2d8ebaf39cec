/* constant.c -- local variables that are declared const; see func.h.
 *
 * Only their initialiser may write them.  LLVM does not know that a local variable is constant; the
 * debug information does.  What belongs to the initialiser is told by where it stands: from the
 * name of the variable to the end of its declarator.  All other writes that name the variable are
 * wrong; those through pointers are found by the machine, which knows the object to be constant.
 *
 * Parameters, and variables that a function initialises through a pointer (a struct that it
 * returns), are not looked at. */
#include "front/c/lower/func.h"

static bool is_const(Unit *u, LLVMMetadataRef type)
{
    enum { TYPE_BASE = 3 };
    while (type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind &&
           debug_tag(type) != TAG_POINTER) {
        if (debug_tag(type) == TAG_CONST)
            return true;
        type = debug_operand(u, type, TYPE_BASE);
    }
    if (!type || debug_tag(type) != TAG_ARRAY)
        return false;
    return is_const(u, debug_operand(u, type, TYPE_BASE));
}

/* Behind what may hide brackets and signs: a comment, a literal. */
static const char *skip_hidden(const char *p)
{
    if (p[0] == '/' && (p[1] == '/' || p[1] == '*')) {
        const char *end = strstr(p + 2, p[1] == '/' ? "\n" : "*/");
        return end ? end + 1 : p + strlen(p);
    }
    if (*p != '"' && *p != '\'')
        return p;
    char quote = *p++;
    while (*p && *p != quote)
        p += p[0] == '\\' && p[1] ? 2 : 1;
    return p;
}

/* The end of the declarator that begins here: its comma or semicolon. */
static const char *end_of_declarator(const char *p)
{
    int depth = 0;
    for (; *p; p++) {
        p = skip_hidden(p);
        depth += *p && strchr("([{", *p) ? 1 : 0;
        depth -= *p && strchr(")]}", *p) ? 1 : 0;
        if (!*p || depth < 0 || (!depth && (*p == ',' || *p == ';')))
            return p;
    }
    return p;
}

/* Is the place in the declarator of the variable? */
static bool initialises(const Unit *u, const Slot *slot, Pos pos)
{
    const char *begin = debug_source(u, slot->pos), *at = debug_source(u, pos);
    return !begin || !at || pos.file != slot->pos.file ||
           (at >= begin && at <= end_of_declarator(begin));
}

static bool is_called(LLVMValueRef call, const char *prefix)
{
    size_t len;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) &&
           strncmp(LLVMGetValueName2(callee, &len), prefix, strlen(prefix)) == 0;
}

/* Is each write that names the variable, or goes through the address, at a known place, and no
 * function called that could initialise it? */
static bool is_followed(const Func *f, const Slot *slot, LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        Pos pos = LLVMIsAInstruction(user) ? debug_pos(f->u, user) : (Pos){0};
        if (LLVMIsAGetElementPtrInst(user) && !is_followed(f, slot, user))
            return false;
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address && !pos.line)
            return false;
        if (!LLVMIsACallInst(user) || is_called(user, "llvm.lifetime"))
            continue;
        bool copies = is_called(user, "llvm.mem");
        if (copies ? !pos.line : initialises(f->u, slot, pos))
            return false;
    }
    return true;
}

void constant_find(Func *f, LLVMValueRef alloca)
{
    Slot *slot = func_slot(f, alloca);
    const COptions *options = f->u->options;
    if (!slot || !slot->declare || !options->memory || options->goal != C_GOAL_ALL ||
        func_is_lib(f->function))
        return;
    slot->constant = is_const(f->u, debug_variable_type(f->u, slot->declare)) &&
                     debug_source(f->u, slot->pos) && is_followed(f, slot, alloca);
}

uint16_t constant_write(Func *f, LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    const Slot *slot = LLVMIsAAllocaInst(pointer) ? func_slot(f, pointer) : NULL;
    if (!slot || !slot->constant)
        return 0;
    if (!initialises(f->u, slot, f->b->pos))
        func_fail(f, ERR_CONSTANT, "write to %s, which is a constant",
                  debug_variable_name(f->u, slot->declare));
    return FLAG_INIT;
}
