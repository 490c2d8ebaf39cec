/* reach.c -- see reach.h. */
#include "front/c/lower/reach.h"

#include "front/c/lower/func.h"

bool reach_uses(const Unit *u, const char *name)
{
    vec_each (const char *, known, &u->used)
        if (strcmp(*known, name) == 0)
            return true;
    return false;
}

/* An access or a fence of the user's that is not seq_cst, and no plain access. */
static bool is_weak(LLVMValueRef i)
{
    bool access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
    bool atomic = access || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
    if (access && LLVMGetVolatile(i))
        return true;
    if (LLVMIsAFenceInst(i))
        return true;
    if (!atomic)
        return false;
    LLVMAtomicOrdering order =
        LLVMIsAAtomicCmpXchgInst(i) ? LLVMGetCmpXchgSuccessOrdering(i) : LLVMGetOrdering(i);
    bool fails = LLVMIsAAtomicCmpXchgInst(i) &&
                 LLVMGetCmpXchgFailureOrdering(i) != LLVMAtomicOrderingSequentiallyConsistent;
    return fails || (order != LLVMAtomicOrderingNotAtomic &&
                     order != LLVMAtomicOrderingSequentiallyConsistent);
}

/* Makes a number of an address, or asks which of two comes first. */
static bool looks_at_address(LLVMValueRef i)
{
    if (!LLVMIsAICmpInst(i))
        return LLVMIsAPtrToIntInst(i);
    LLVMIntPredicate asks = LLVMGetICmpPredicate(i);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0)));
    return kind == LLVMPointerTypeKind && asks != LLVMIntEQ && asks != LLVMIntNE;
}

/* May it be a futex with an owner?  FUTEX_LOCK_PI and the like, private or not, in a call of syscall; with their flags,
 * anywhere. */
static bool names_owner(LLVMValueRef i)
{
    enum { FLAGS = 128 | 256, LOCK = 6, UNLOCK, TRY, LOCK_2 = 13 };
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    size_t len;
    bool system = callee && LLVMIsAFunction(callee) &&
                  strcmp(LLVMGetValueName2(callee, &len), "syscall") == 0;
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        bool number = LLVMIsAConstantInt(operand) && LLVMGetIntTypeWidth(LLVMTypeOf(operand)) <= 64;
        unsigned long long value = number ? LLVMConstIntGetZExtValue(operand) : 0,
                           op = value & ~(unsigned long long)FLAGS;
        bool owned = op == LOCK || op == UNLOCK || op == TRY || op == LOCK_2;
        if (owned && (system || value & FLAGS))
            return true;
    }
    return false;
}

/* Has the program, without the library, such an instruction? */
static bool has_instruction(Unit *u, bool (*is_such)(LLVMValueRef i))
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f)) {
        if (func_is_lib(f))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is_such(i))
                    return true;
    }
    return false;
}

int reach_answer(Unit *u, LLVMValueRef value)
{
    if (!LLVMIsACallInst(value) || !LLVMIsAFunction(LLVMGetCalledValue(value)))
        return -1;
    size_t len;
    const char *callee = LLVMGetValueName2(LLVMGetCalledValue(value), &len);
    bool uses = strcmp(callee, "__heddle_uses") == 0;
    if (strcmp(callee, "__heddle_invariant") == 0 || strcmp(callee, "__heddle_quantifier") == 0)
        return 0;
    if (!uses && strcmp(callee, "__heddle_option") != 0)
        return -1;
    const char *name = global_string(u, LLVMGetOperand(value, 0));
    if (!name)
        return 0;
    if (!uses)
        return strcmp(name, "malloc-may-fail") == 0 ? u->options->malloc_may_fail
               : strcmp(name, "lock-leaks") == 0    ? u->options->lock_leaks
               : strcmp(name, "sv-comp") == 0       ? u->options->goal != C_GOAL_ALL
               : strcmp(name, "overflow") == 0      ? u->options->overflow
               : strcmp(name, "undefined") == 0     ? u->options->undefined
               : strcmp(name, "orders") == 0        ? has_instruction(u, is_weak)
               : strcmp(name, "addresses") == 0     ? has_instruction(u, looks_at_address)
               : strcmp(name, "owners") == 0        ? has_instruction(u, names_owner)
                                                    : 0;
    return reach_uses(u, name);
}

/* 1 or 0 if the terminator goes to its first or second successor only, -1 if it may choose. */
static int decided(Unit *u, LLVMValueRef terminator)
{
    if (!LLVMIsABranchInst(terminator) || !LLVMIsConditional(terminator))
        return -1;
    LLVMValueRef condition = LLVMGetCondition(terminator);
    if (LLVMIsAConstantInt(condition))
        return LLVMConstIntGetZExtValue(condition) != 0;
    return reach_answer(u, condition);
}

unsigned reach_successors(Unit *u, LLVMValueRef terminator)
{
    return decided(u, terminator) >= 0 ? 1 : LLVMGetNumSuccessors(terminator);
}

LLVMBasicBlockRef reach_successor(Unit *u, LLVMValueRef terminator, unsigned k)
{
    int answer = decided(u, terminator);
    return LLVMGetSuccessor(terminator, answer >= 0 ? (unsigned)!answer : k);
}

typedef struct Reach {
    Unit *u;
    VEC(LLVMValueRef) values; /* constants whose operands were not looked at */
    VEC(LLVMBasicBlockRef) blocks;
    Map seen; /* values and blocks */
} Reach;

static void meet_value(Reach *r, LLVMValueRef value)
{
    if (!value || !LLVMIsConstant(value) || map_get(&r->seen, value))
        return;
    map_put(&r->seen, value, 1);
    vec_push(&r->values, value);
}

static void meet_block(Reach *r, LLVMBasicBlockRef block)
{
    if (map_get(&r->seen, block))
        return;
    map_put(&r->seen, block, 1);
    vec_push(&r->blocks, block);
}

static void visit_value(Reach *r, LLVMValueRef value)
{
    if (LLVMIsAFunction(value)) {
        map_put(&r->u->reached, value, 1);
        if (!LLVMIsDeclaration(value))
            meet_block(r, LLVMGetEntryBasicBlock(value));
    } else if (LLVMIsAGlobalVariable(value)) {
        map_put(&r->u->reached, value, 1);
        meet_value(r, LLVMGetInitializer(value));
    } else if (LLVMIsAGlobalAlias(value)) {
        meet_value(r, LLVMAliasGetAliasee(value));
    } else {
        for (int k = 0; k < LLVMGetNumOperands(value); k++)
            meet_value(r, LLVMGetOperand(value, (unsigned)k));
    }
}

/* An abstraction is in the program only with all that main does not lead to. */
static bool is_abstraction(const Reach *r, LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return !r->u->options->all && callee && LLVMIsAFunction(callee) &&
           strcmp(LLVMGetValueName2(callee, &len), "__heddle_abstract") == 0;
}

static void visit_block(Reach *r, LLVMBasicBlockRef block)
{
    map_put(&r->u->reached, block, 1);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        for (int k = 0; k < LLVMGetNumOperands(i) && !is_abstraction(r, i); k++)
            meet_value(r, LLVMGetOperand(i, (unsigned)k));
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; k < reach_successors(r->u, end); k++)
        meet_block(r, reach_successor(r->u, end, k));
}

void reach_find(Unit *u, LLVMValueRef function)
{
    Reach r = {.u = u};
    meet_value(&r, function);
    while (r.values.len || r.blocks.len)
        if (r.values.len)
            visit_value(&r, vec_pop(&r.values));
        else
            visit_block(&r, vec_pop(&r.blocks));
    vec_free(&r.values);
    vec_free(&r.blocks);
    map_free(&r.seen);
}
