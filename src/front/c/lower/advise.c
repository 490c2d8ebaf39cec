/* advise.c -- what makes a check of the program long; see unit.h.
 *
 * A condition of a loop that compares with a large constant, or with a variable that begins with
 * one: clang names the blocks of conditions. */
#include "front/c/lower/func.h"

enum { LONG_LOOP = 1000 /* rounds */ };

typedef struct Longest {
    uint64_t rounds;
    LLVMValueRef branch;
} Longest;

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* What a constant, or a variable that is read, is at first; 0: not known, or not positive. */
static uint64_t first_value(LLVMValueRef value)
{
    LLVMValueRef variable = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
    while (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
        value = LLVMGetOperand(value, 0);
    if (variable && LLVMIsAGlobalVariable(variable) && LLVMGetInitializer(variable))
        value = LLVMGetInitializer(variable);
    if (!LLVMIsAConstantInt(value) || LLVMConstIntGetSExtValue(value) <= 0)
        return 0;
    return (uint64_t)LLVMConstIntGetSExtValue(value);
}

static void see_block(LLVMBasicBlockRef block, Longest *longest)
{
    const char *name = LLVMGetBasicBlockName(block);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        !(begins_with(name, "for.cond") || begins_with(name, "while.cond") ||
          begins_with(name, "do.cond")))
        return;
    LLVMValueRef test = LLVMGetCondition(branch);
    for (unsigned k = 0; LLVMIsAICmpInst(test) && k < 2; k++) {
        uint64_t rounds = first_value(LLVMGetOperand(test, k));
        if (rounds >= LONG_LOOP && rounds > longest->rounds)
            *longest = (Longest){rounds, branch};
    }
}

const char *advise(Unit *u)
{
    Longest longest = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            if (!func_is_lib(f) && map_get(&u->reached, b))
                see_block(b, &longest);
    if (!longest.branch)
        return NULL;
    return arena_print(&u->program->arena,
                       "the loop at %s:%u may go round %llu times, where a few rounds would show "
                       "as much",
                       source_name(u->sources, debug_pos(u, longest.branch)),
                       debug_pos(u, longest.branch).line, (unsigned long long)longest.rounds);
}
