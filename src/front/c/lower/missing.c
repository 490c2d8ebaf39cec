/* missing.c -- functions that the program leads to, and that have neither a body nor a model.
 *
 * All are found before anything is lowered: behind the first call of one nothing is. */
#include "front/c/lower/func.h"

/* Nothing that could be written in a file of C would do what these do. */
static const struct Odd {
    const char *name, *advice;
} odd[] = {
    {"clone", "heddle follows the threads of pthread_create and thrd_create"},
    {"dlopen", "code that is loaded while the program runs is not followed; give its file, too, "
               "and call its functions by their names"},
    {"dlsym", "code that is loaded while the program runs is not followed; give its file, too, "
              "and call its functions by their names"},
};

static bool is_missing(LLVMValueRef value)
{
    size_t len;
    if (!LLVMIsAFunction(value) || !LLVMIsDeclaration(value))
        return false;
    const char *name = LLVMGetValueName2(value, &len);
    return strncmp(name, "llvm.", 5) != 0 && !known_is(name);
}

static void add(Unit *u, LLVMValueRef function, Pos where, bool called)
{
    size_t len;
    const char *name = LLVMGetValueName2(function, &len);
    vec_each (Missing, known, &u->program->missing)
        if (strcmp(known->name, name) == 0)
            return;
    vec_push(&u->program->missing,
             ((Missing){arena_copy(&u->program->arena, name, len), where, called}));
}

/* Those that a constant leads to; functions and variables are looked at by themselves. */
static void add_named(Unit *u, LLVMValueRef value, Pos where)
{
    if (is_missing(value))
        add(u, value, where, false);
    else if (LLVMIsConstant(value) && !LLVMIsAGlobalValue(value))
        for (int k = 0; k < LLVMGetNumOperands(value); k++)
            add_named(u, LLVMGetOperand(value, (unsigned)k), where);
}

static void see_instruction(Unit *u, LLVMValueRef i, bool called)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (called && callee && is_missing(callee))
        add(u, callee, debug_pos(u, i), true);
    if (called || LLVMIsAPHINode(i))
        return;
    int operands = callee ? (int)LLVMGetNumArgOperands(i) : LLVMGetNumOperands(i);
    for (int k = 0; k < operands; k++)
        add_named(u, LLVMGetOperand(i, (unsigned)k), debug_pos(u, i));
}

/* Direct calls first: theirs are the places that people look for. */
void missing_find(Unit *u)
{
    for (int called = 1; called >= 0; called--) {
        for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
            for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
                for (LLVMValueRef i = LLVMGetFirstInstruction(b);
                     i && !func_is_lib(f) && map_get(&u->reached, b); i = LLVMGetNextInstruction(i))
                    see_instruction(u, i, called);
        for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g && !called; g = LLVMGetNextGlobal(g))
            if (map_get(&u->reached, g) && LLVMGetInitializer(g))
                add_named(u, LLVMGetInitializer(g), debug_variable_pos(u, debug_global(u, g)));
    }
}

Pos missing_place(const Unit *u, const char *name)
{
    vec_each (Missing, function, &u->program->missing)
        if (strcmp(function->name, name) == 0)
            return function->where;
    return (Pos){0};
}

static const char *advice_for(const char *name)
{
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        if (strcmp(odd[k].name, name) == 0)
            return odd[k].advice;
    return NULL;
}

const char *missing_text(Unit *u, const char *name)
{
    const char *others = "", *advice = advice_for(name);
    uint32_t count = 0, listed = 0;
    vec_each (Missing, other, &u->program->missing)
        count += strcmp(other->name, name) != 0;
    vec_each (Missing, other, &u->program->missing) {
        if (strcmp(other->name, name) == 0)
            continue;
        listed++;
        others = arena_print(&u->arena, "%s%s`%s` (%s%s:%u)", others,
                             listed == 1       ? (count == 1 ? "; nor has " : "; nor have ")
                             : listed == count ? " and "
                                               : ", ",
                             other->name, other->called ? "" : "its address is taken at ",
                             source_name(u->sources, other->where), other->where.line);
    }
    const char *them = count ? "them" : "it";
    if (!advice)
        advice = arena_print(&u->arena,
                             "give a file that defines %s, too (a body that returns one of its "
                             "possible results, by heddle_choose, is enough)",
                             them);
    return arena_print(&u->arena, "call of `%s`, which has no body and no model in heddle%s: %s",
                       name, others, advice);
}
