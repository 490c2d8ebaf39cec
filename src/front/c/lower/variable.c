/* variable.c -- which allocas become registers, and which become objects; see func.h.
 *
 * A scalar alloca that is only loaded and stored is a register with the name of the source's
 * variable, if every load surely comes after a store: a read of what was never written must be
 * seen, and only memory knows.  (Allocas that the source does not know, such as that of a missing
 * return value, are registers anyway.) */
#include "front/c/lower/func.h"

static const char *callee_name(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
        return "";
    size_t len;
    return LLVMGetValueName2(LLVMGetCalledValue(instruction), &len);
}

static bool calls(LLVMValueRef instruction, const char *prefix)
{
    return strncmp(callee_name(instruction), prefix, strlen(prefix)) == 0;
}

static bool is_byval(LLVMValueRef call, LLVMValueRef pointer)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == pointer && !LLVMGetCallSiteEnumAttribute(call, i + 1, kind))
            return false;
    return true;
}

static bool use_escapes(LLVMValueRef user, LLVMValueRef pointer)
{
    LLVMOpcode op = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMUserOp1;
    if (op == LLVMLoad || op == LLVMICmp)
        return false;
    if (op == LLVMStore)
        return LLVMGetOperand(user, 0) == pointer;
    if (op == LLVMAtomicRMW)
        return LLVMGetOperand(user, 1) == pointer;
    if (op == LLVMAtomicCmpXchg)
        return LLVMGetOperand(user, 1) == pointer || LLVMGetOperand(user, 2) == pointer;
    if (op == LLVMGetElementPtr || calls(user, "llvm.threadlocal.address"))
        return variable_escapes(user);
    if (op == LLVMCall)
        return !(calls(user, "llvm.mem") || calls(user, "llvm.lifetime") ||
                 is_byval(user, pointer));
    return true;
}

bool variable_escapes(LLVMValueRef pointer)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
        if (use_escapes(LLVMGetUser(use), pointer))
            return true;
    return false;
}

/* Where the number of a new thread goes: only who creates the thread writes it. */
static bool takes_number(LLVMValueRef user, LLVMValueRef pointer)
{
    if (!LLVMIsACallInst(user) || !(calls(user, "pthread_create") || calls(user, "thrd_create")) ||
        !func_is_lib(LLVMGetCalledValue(user)))
        return false;
    for (unsigned i = 1; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == pointer)
            return false;
    return true;
}

/* May somebody else know the address when the variable ends? */
static bool is_kept(LLVMValueRef alloca)
{
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (use_escapes(user, alloca) && !takes_number(user, alloca))
            return true;
    }
    return false;
}

/* Is what is loaded or stored all of the variable?  An address may be moved as a number. */
static bool fits(Func *f, LLVMTypeRef type, LLVMTypeRef variable, bool address)
{
    return type == variable ||
           (address && LLVMStoreSizeOfType(f->u->data, type) == f->u->program->pointer_bytes &&
            LLVMStoreSizeOfType(f->u->data, variable) == f->u->program->pointer_bytes);
}

/* Every use is a load or a store of the whole, or a mark of its scope. */
static bool is_simple(Func *f, LLVMValueRef alloca)
{
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    bool address = address_is(&f->u->addresses, alloca);
    if (type_scalar(type).kind == TYPE_VOID || !LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) != 1)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMOpcode op = LLVMGetInstructionOpcode(user);
        bool load = op == LLVMLoad && fits(f, LLVMTypeOf(user), type, address);
        bool store = op == LLVMStore && LLVMGetOperand(user, 0) != alloca &&
                     fits(f, LLVMTypeOf(LLVMGetOperand(user, 0)), type, address);
        if (!load && !store && !calls(user, "llvm.lifetime"))
            return false;
    }
    return true;
}

/* Definite assignment: for each block, the candidates that are surely written at its end. */
typedef struct Assigned {
    Func *f;
    Map index;                   /* alloca -> number of the candidate + 1 */
    VEC(LLVMValueRef) variables; /* candidates; NULL: it is read before it is written */
    VEC(uint64_t) at_end;        /* by block, `words` each */
    VEC(uint64_t) now;
    size_t words;
} Assigned;

LLVMValueRef variable_declared(LLVMValueRef i)
{
    LLVMValueRef alloca = NULL;
    if (!calls(i, "llvm.dbg.declare") || LLVMGetMDNodeNumOperands(LLVMGetOperand(i, 0)) != 1)
        return NULL;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
    LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &alloca);
    bool again = alloca && LLVMIsAAllocaInst(alloca) &&
                 LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)) != block;
    return again ? alloca : NULL;
}

/* Follows one instruction; false: it reads a candidate that may not be written. */
static bool follow(Assigned *a, LLVMValueRef i, uint32_t *which)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef pointer = op == LLVMLoad                    ? LLVMGetOperand(i, 0)
                           : op == LLVMStore                 ? LLVMGetOperand(i, 1)
                           : calls(i, "llvm.lifetime.start") ? LLVMGetOperand(i, 1)
                                                             : variable_declared(i);
    *which = pointer ? map_get(&a->index, pointer) : 0;
    if (!*which)
        return true;
    uint32_t bit = *which - 1;
    if (op == LLVMLoad)
        return a->now.at[bit / 64] >> bit % 64 & 1;
    if (op == LLVMStore)
        a->now.at[bit / 64] |= (uint64_t)1 << bit % 64;
    else
        a->now.at[bit / 64] &= ~((uint64_t)1 << bit % 64);
    return true;
}

/* What is written on every way into a block. */
static void enter(Assigned *a, size_t block)
{
    memset(a->now.at, block ? 0xff : 0, a->words * sizeof *a->now.at);
    LLVMValueRef value = LLVMBasicBlockAsValue(a->f->blocks.at[block].block);
    for (LLVMUseRef use = LLVMGetFirstUse(value); block && use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || !LLVMIsATerminatorInst(user))
            continue;
        uint32_t from = map_get(&a->f->order, LLVMGetInstructionParent(user));
        for (size_t w = 0; from && w < a->words; w++)
            a->now.at[w] &= a->at_end.at[(from - 1) * a->words + w];
    }
}

static bool pass(Assigned *a, bool drop)
{
    bool changed = false;
    for (size_t n = 0; n < a->f->blocks.len; n++) {
        enter(a, n);
        LLVMBasicBlockRef block = a->f->blocks.at[n].block;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            uint32_t which;
            if (!follow(a, i, &which) && drop)
                a->variables.at[which - 1] = NULL;
        }
        for (size_t w = 0; w < a->words; w++) {
            uint64_t *end = &a->at_end.at[n * a->words + w];
            changed |= *end != a->now.at[w];
            *end = a->now.at[w];
        }
    }
    return changed;
}

static void drop_unwritten(Assigned *a)
{
    a->words = (a->variables.len + 63) / 64;
    vec_resize(&a->now, a->words);
    vec_resize(&a->at_end, a->words * a->f->blocks.len);
    if (!a->words)
        return;
    memset(a->at_end.at, 0xff, a->at_end.len * sizeof *a->at_end.at);
    while (pass(a, false))
        ;
    pass(a, true);
}

/* Each alloca gets its variable of debug information. */
void variable_declare(Func *f)
{
    for (size_t n = 0; n < f->blocks.len; n++) {
        LLVMBasicBlockRef block = f->blocks.at[n].block;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (!calls(i, "llvm.dbg.declare"))
                continue;
            LLVMValueRef wrapped = LLVMGetOperand(i, 0), alloca = NULL;
            if (LLVMGetMDNodeNumOperands(wrapped) == 1)
                LLVMGetMDNodeOperands(wrapped, &alloca);
            if (alloca && LLVMIsAAllocaInst(alloca))
                func_add_slot(f, alloca,
                              (Slot){.declare = LLVMValueAsMetadata(LLVMGetOperand(i, 1)),
                                     .pos = debug_pos(f->u, i)});
        }
    }
}

/* The parameter that is only there to be stored to this alloca; NO_REF: there is none. */
static Ref param_of(Func *f, LLVMValueRef alloca, Type type)
{
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMValueRef value = LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0) : NULL;
        if (!value || !LLVMIsAArgument(value) ||
            LLVMGetInstructionParent(user) != LLVMGetEntryBasicBlock(f->function))
            continue;
        LLVMUseRef first = LLVMGetFirstUse(value);
        const Slot *slot = func_slot(f, value);
        if (!LLVMGetNextUse(first) && slot && slot->count == 1 &&
            type_equal(func_register_type(f, slot->first), type))
            return slot->first;
    }
    return NO_REF;
}

static void make_variable(Func *f, LLVMValueRef alloca)
{
    Slot *slot = func_slot(f, alloca);
    if (!slot)
        slot = func_add_slot(f, alloca, (Slot){0});
    LLVMMetadataRef type = slot->declare ? debug_variable_type(f->u, slot->declare) : NULL;
    Type reg = type_of_variable(f->u, LLVMGetAllocatedType(alloca), type);
    if (address_is(&f->u->addresses, alloca))
        reg = TYPE_POINTER;
    const char *name = slot->declare ? debug_variable_name(f->u, slot->declare) : NULL;
    slot->kind = SLOT_VARIABLE;
    constant_find(f, alloca);
    slot->first = param_of(f, alloca, reg);
    if (slot->first == NO_REF)
        slot->first = build_register(f->b, name, reg);
    else if (name)
        f->u->program->procs.at[f->b->proc].registers.at[slot->first].name =
            arena_copy(&f->u->program->arena, name, strlen(name));
    uint32_t points = func_is_lib(f->function) ? 0 : layout_pointee(f->u, type);
    f->u->program->procs.at[f->b->proc].registers.at[slot->first].points = points;
}

static void make_object(Func *f, LLVMValueRef alloca)
{
    Slot *slot = func_slot(f, alloca);
    if (!slot)
        slot = func_add_slot(f, alloca, (Slot){0});
    slot->kind = SLOT_OBJECT;
    constant_find(f, alloca);
    slot->shared = variable_escapes(alloca);
    slot->kept = is_kept(alloca);
    slot->first = func_temporary(f, TYPE_POINTER);
}

void variable_find(Func *f)
{
    Assigned a = {.f = f};
    VEC(LLVMValueRef) allocas = {0};
    variable_declare(f);
    for (size_t n = 0; n < f->blocks.len; n++) {
        LLVMBasicBlockRef block = f->blocks.at[n].block;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAAllocaInst(i))
                continue;
            vec_push(&allocas, i);
            const Slot *slot = func_slot(f, i);
            if (!is_simple(f, i) || !slot || !slot->declare)
                continue;
            vec_push(&a.variables, i);
            map_put(&a.index, i, (uint32_t)a.variables.len);
        }
    }
    drop_unwritten(&a);
    vec_each (LLVMValueRef, alloca, &allocas) {
        uint32_t index = map_get(&a.index, *alloca);
        const Slot *slot = func_slot(f, *alloca);
        bool hidden = !slot || !slot->declare;
        if (index ? a.variables.at[index - 1] != NULL : hidden && is_simple(f, *alloca))
            make_variable(f, *alloca);
        else
            make_object(f, *alloca);
    }
    vec_free(&allocas);
    vec_free(&a.variables);
    vec_free(&a.at_end);
    vec_free(&a.now);
    map_free(&a.index);
}
