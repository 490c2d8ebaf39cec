/* range.c -- see range.h.
 *
 * range_constrained walks over the code behind an input, along all ways, and keeps for each way the
 * values with which the input can go it: what a branch decides is a chain (chain.h), and the values
 * on each of its sides are computed backwards through all its steps.  A way that ends in a dead end
 * drops its values; all others end where something could depend on the input: the values of any of
 * them are kept.  Effects that do not depend on the input may happen on the way: the values that
 * are left have them too.  A dead end is one only if nothing runs behind it that could tell. */
#include "front/c/input/range.h"

#include "front/c/lower/reach.h"

enum { MOST_STEPS = 1500, MOST_CALLS = 3, MOST_CELLS = 32, MOST_PARTS = 12 };

static const char *callee_name(LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
}

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_assume(const char *name)
{
    return strcmp(name, "__VERIFIER_assume") == 0 || strcmp(name, "__heddle_assume") == 0 ||
           strcmp(name, "heddle_assume") == 0;
}

bool range_is_cell(LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(pointer) ? LLVMGetAllocatedType(pointer) : NULL;
    if (!type || type_scalar(type).kind == TYPE_VOID)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer &&
                     LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
        bool load = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
        if (!store && !load && !begins_with(callee_name(user), "llvm.lifetime"))
            return false;
    }
    return true;
}

/* Observers. */

static bool observe(Claim *claim, LLVMValueRef value, const Chain *chain, int depth);

/* A variable that is written and never read: what it holds does not matter. */
static bool is_never_read(LLVMValueRef variable)
{
    if (!LLVMIsAGlobalVariable(variable))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == variable)
            return false;
    }
    return true;
}

static bool observe_store(Claim *claim, LLVMValueRef value, LLVMValueRef store, const Chain *chain,
                          int depth)
{
    LLVMValueRef cell = LLVMGetOperand(store, 1);
    if (LLVMGetOperand(store, 0) != value)
        return false;
    if (is_never_read(cell))
        return true;
    if (!range_is_cell(cell))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(cell); use; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)) &&
            !observe(claim, LLVMGetUser(use), chain, depth + 1))
            return false;
    return true;
}

/* Computes something, and cannot go wrong. */
static bool only_computes(LLVMOpcode op)
{
    return op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc || op == LLVMAnd || op == LLVMOr ||
           op == LLVMXor || op == LLVMLShr || op == LLVMAShr;
}

static bool observe_user(Claim *claim, LLVMValueRef value, LLVMValueRef user, const Chain *chain,
                         int depth)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(user);
    unsigned operand;
    uint64_t number;
    if (op == LLVMICmp || only_computes(op)) {
        Chain next = *chain;
        if (!step_is(user, &operand, &number) || !step_append(&next, user, operand, number))
            return false;
        return op == LLVMICmp ? claim_see(claim, &next) : observe(claim, user, &next, depth + 1);
    }
    if (op == LLVMSwitch) {
        for (unsigned k = 1; k < LLVMGetNumSuccessors(user); k++)
            if (!step_number(LLVMGetOperand(user, 2 * k), &number) ||
                !claim_see_number(claim, chain, number))
                return false;
        return true;
    }
    if (op == LLVMCall && is_assume(callee_name(user)))
        return claim_see_number(claim, chain, 0);
    return op == LLVMStore && observe_store(claim, value, user, chain, depth);
}

static bool observe(Claim *claim, LLVMValueRef value, const Chain *chain, int depth)
{
    if (depth > 4)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!observe_user(claim, value, LLVMGetUser(use), chain, depth))
            return false;
    return true;
}

bool range_observed(LLVMValueRef input, Claim *claim)
{
    Chain chain = {.from = claim->full.bits, .bits = claim->full.bits};
    claim->seen.len = 0;
    claim->pairs = false;
    return observe(claim, input, &chain, 0) && claim_find_values(claim);
}

/* Walking. */

typedef enum SightKind {
    SIGHT_FREE,   /* does not depend on the input */
    SIGHT_NUMBER, /* a constant */
    SIGHT_CHAIN,  /* computed from the input and constants */
    SIGHT_BOUND   /* depends on the input in some other way */
} SightKind;

/* What is known about a value. */
typedef struct Sight {
    SightKind kind;
    uint64_t number;    /* NUMBER */
    const Chain *chain; /* CHAIN */
} Sight;

typedef struct Known {
    LLVMValueRef value; /* or a cell: the alloca */
    Sight sight;
} Known;

typedef struct Walk {
    Unit *u;
    Arena *arena; /* of chains and conditions */
    LLVMValueRef input;
    Claim *claim;
    Chain itself;     /* the input as it is */
    Set kept;         /* the values that went on */
    unsigned steps;   /* on all ways */
    unsigned horizon; /* no way is followed further */
} Walk;

/* One way; copied where ways part. */
typedef struct Way {
    Stretch parts[MOST_PARTS]; /* its values */
    unsigned part_count;
    const Condition *conditions;
    bool depends; /* a branch depended on the input */
    unsigned steps;
    Known known[MOST_CELLS];
    unsigned count;
    LLVMValueRef calls[MOST_CALLS];
    unsigned depth;
} Way;

static void go_on(Walk *w, const Way *way)
{
    for (unsigned k = 0; k < way->part_count; k++)
        vec_push(&w->kept.parts, way->parts[k]);
    vec_push(&w->claim->ways, way->conditions);
}

static Sight see(const Walk *w, const Way *way, LLVMValueRef value)
{
    uint64_t number;
    if (value == w->input)
        return (Sight){.kind = SIGHT_CHAIN, .chain = &w->itself};
    if (step_number(value, &number))
        return (Sight){.kind = SIGHT_NUMBER, .number = number};
    for (unsigned k = way->count; k-- > 0;)
        if (way->known[k].value == value)
            return way->known[k].sight;
    return (Sight){.kind = SIGHT_FREE};
}

/* False: there is no room to remember it. */
static bool learn(Way *way, LLVMValueRef value, Sight sight)
{
    for (unsigned k = 0; k < way->count; k++)
        if (way->known[k].value == value) {
            way->known[k].sight = sight;
            return true;
        }
    if (sight.kind == SIGHT_FREE && !LLVMIsAAllocaInst(value))
        return true;
    if (way->count == MOST_CELLS)
        return false;
    way->known[way->count++] = (Known){value, sight};
    return true;
}

/* Narrows the values to those for which the chain gives a value of the set, which is freed. */
static void narrow(Way *way, const Chain *chain, Set *set)
{
    unsigned count = 0;
    Stretch parts[MOST_PARTS];
    bool known = chain_pull(chain, set) && (set->bits == chain->from || set->bits == 0);
    if (known && set->bits == 0 && set->parts.len)
        set->parts.at[0].high = UINT64_MAX;
    for (size_t k = 0; known && k < set->parts.len; k++)
        for (unsigned j = 0; known && j < way->part_count; j++) {
            Stretch a = set->parts.at[k], b = way->parts[j];
            Stretch both = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
            if (both.low > both.high)
                continue;
            known = count < MOST_PARTS;
            if (known)
                parts[count++] = both;
        }
    if (known) { /* else more values than can be told: all that there were */
        memcpy(way->parts, parts, count * sizeof *parts);
        way->part_count = count;
    }
    vec_free(&set->parts);
}

/* The way is gone only if the chain, a condition, is true, or is not; false: no value does so. */
static bool decide(Walk *w, Way *way, const Chain *chain, bool holds)
{
    Set set = {.bits = 1};
    Condition *condition = arena_alloc(w->arena, sizeof *condition);
    *condition = (Condition){*chain, holds, way->conditions};
    way->conditions = condition;
    vec_push(&set.parts, ((Stretch){holds, holds}));
    narrow(way, chain, &set);
    if (!way->part_count)
        vec_push(&w->claim->never, way->conditions);
    return way->part_count > 0;
}

static bool append(Walk *w, const Chain *chain, LLVMValueRef i, unsigned operand, uint64_t number,
                   Sight *sight)
{
    Chain *next = arena_alloc(w->arena, sizeof *next);
    *next = *chain;
    *sight = (Sight){.kind = SIGHT_CHAIN, .chain = next};
    return step_append(next, i, operand, number);
}

/* The result of an instruction all of whose operands are numbers; false: it is not known. */
static bool compute(LLVMValueRef i, const Sight *sights, Sight *sight)
{
    unsigned bits = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMIntegerTypeKind
                        ? LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0)))
                        : 0;
    Chain chain = {.from = (uint8_t)bits, .bits = (uint8_t)bits};
    if (!bits || bits > 64 || !step_append(&chain, i, 0, sights[1].number))
        return false;
    *sight = (Sight){.kind = SIGHT_NUMBER, .number = chain_value(&chain, sights[0].number)};
    return true;
}

static Sight see_result(Walk *w, const Way *way, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    int count = LLVMGetNumOperands(i);
    bool cast = op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc, bound = false;
    bool binary = op == LLVMICmp || LLVMIsABinaryOperator(i);
    Sight sights[2] = {{0}, {0}}, sight;
    for (int k = 0; k < count; k++) {
        Sight operand = see(w, way, LLVMGetOperand(i, (unsigned)k));
        bound |= operand.kind == SIGHT_CHAIN || operand.kind == SIGHT_BOUND;
        if (k < 2)
            sights[k] = operand;
    }
    SightKind a = sights[0].kind, b = cast ? SIGHT_NUMBER : sights[1].kind;
    if ((cast || binary) && a == SIGHT_NUMBER && b == SIGHT_NUMBER && compute(i, sights, &sight))
        return sight;
    if ((cast || binary) && a == SIGHT_CHAIN && b == SIGHT_NUMBER &&
        append(w, sights[0].chain, i, 0, sights[1].number, &sight))
        return sight;
    if (binary && a == SIGHT_NUMBER && b == SIGHT_CHAIN &&
        append(w, sights[1].chain, i, 1, sights[0].number, &sight))
        return sight;
    return (Sight){.kind = bound ? SIGHT_BOUND : SIGHT_FREE};
}

static void walk(Walk *w, Way way, LLVMValueRef i);

/* All values of the block's beginning are those of its end that leads there. */
static void enter_block(Walk *w, Way way, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    LLVMValueRef i = LLVMGetFirstInstruction(to);
    const Way before = way;
    for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == from &&
                !learn(&way, i, see(w, &before, LLVMGetIncomingValue(i, k)))) {
                go_on(w, &way);
                return;
            }
    walk(w, way, i);
}

/* Takes one side of a condition. */
static void take_side(Walk *w, Way way, Sight condition, bool holds, LLVMBasicBlockRef from,
                      LLVMBasicBlockRef to)
{
    if (condition.kind == SIGHT_NUMBER && (condition.number != 0) != holds)
        return;
    if (condition.kind == SIGHT_CHAIN && !decide(w, &way, condition.chain, holds))
        return;
    way.depends |= condition.kind == SIGHT_CHAIN || condition.kind == SIGHT_BOUND;
    enter_block(w, way, from, to);
}

static void walk_branch(Walk *w, Way *way, LLVMValueRef i)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(i);
    if (!LLVMIsConditional(i)) {
        enter_block(w, *way, from, LLVMGetSuccessor(i, 0));
        return;
    }
    Sight condition = see(w, way, LLVMGetCondition(i));
    take_side(w, *way, condition, true, from, LLVMGetSuccessor(i, 0));
    take_side(w, *way, condition, false, from, LLVMGetSuccessor(i, 1));
}

/* The way goes to one case, or past it. */
static bool take_case(Walk *w, Way *way, Sight chosen, uint64_t number, bool holds)
{
    if (chosen.kind == SIGHT_NUMBER)
        return (chosen.number == number) == holds;
    way->depends |= chosen.kind != SIGHT_FREE;
    if (chosen.kind != SIGHT_CHAIN)
        return true;
    Chain test = *chosen.chain;
    return !chain_append(&test, (Step){STEP_EQ, test.bits, 1, number}) ||
           decide(w, way, &test, holds);
}

static void walk_switch(Walk *w, Way *way, LLVMValueRef i)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(i);
    Sight chosen = see(w, way, LLVMGetOperand(i, 0));
    uint64_t number;
    for (unsigned k = 1; k < LLVMGetNumSuccessors(i); k++) {
        Way here = *way;
        if (!step_number(LLVMGetOperand(i, 2 * k), &number)) {
            go_on(w, way);
            return;
        }
        if (take_case(w, &here, chosen, number, true))
            enter_block(w, here, from, LLVMGetSuccessor(i, k));
        if (!take_case(w, way, chosen, number, false))
            return;
    }
    enter_block(w, *way, from, LLVMGetSwitchDefaultDest(i));
}

/* Does anything run when the program ends?  Destructors are put among the handlers (before.c). */
static bool has_handlers(const Unit *u)
{
    return LLVMGetNamedFunction(u->module, "atexit") ||
           LLVMGetNamedFunction(u->module, "on_exit") ||
           LLVMGetNamedFunction(u->module, "__cxa_atexit") ||
           LLVMGetNamedFunction(u->module, "at_quick_exit");
}

/* Does a call end the run, so that nothing else comes of it? */
static bool ends_run(Unit *u, LLVMValueRef call, const char *name)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    CGoal goal = u->options->goal;
    if (!*name || (!LLVMIsDeclaration(callee) && !func_is_lib(callee)))
        return false; /* the user's own */
    if (strcmp(name, "abort") == 0 || strcmp(name, "__assert_fail") == 0)
        return goal != C_GOAL_ALL;
    bool clones = LLVMGetNamedFunction(u->module, "clone"); /* whose processes may not end so */
    if (strcmp(name, "exit") == 0)
        return !has_handlers(u) && !clones;
    if (strcmp(name, "_exit") == 0 || strcmp(name, "_Exit") == 0)
        return !clones;
    return strcmp(name, "__heddle_end_program") == 0;
}

static LLVMValueRef function_of(LLVMValueRef i)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
}

/* Is a call of the function under way?  Then its variables exist twice. */
static bool is_active(const Walk *w, const Way *way, LLVMValueRef function)
{
    bool active = function_of(w->input) == function;
    for (unsigned k = 0; k < way->depth; k++)
        active |= LLVMGetCalledValue(way->calls[k]) == function;
    return active;
}

/* What an earlier call of the function left behind is gone. */
static void forget(Way *way, LLVMValueRef function)
{
    unsigned count = 0;
    for (unsigned k = 0; k < way->count; k++) {
        LLVMValueRef value = way->known[k].value;
        if (!LLVMIsAAllocaInst(value) || function_of(value) != function)
            way->known[count++] = way->known[k];
    }
    way->count = count;
}

/* Goes into the body of a function; false: it has none, or is too deep. */
static bool enter_call(Walk *w, Way *way, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || way->depth == MOST_CALLS ||
        known_goes_first(w->u, callee) || is_active(w, way, callee))
        return false;
    forget(way, callee);
    for (unsigned k = 0; k < LLVMCountParams(callee); k++)
        if (k < LLVMGetNumArgOperands(i) &&
            !learn(way, LLVMGetParam(callee, k), see(w, way, LLVMGetOperand(i, k))))
            return false;
    way->calls[way->depth++] = i;
    walk(w, *way, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(callee)));
    return true;
}

static bool passes_input(const Walk *w, const Way *way, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        SightKind kind = see(w, way, LLVMGetOperand(call, k)).kind;
        if (kind != SIGHT_FREE && kind != SIGHT_NUMBER)
            return true;
    }
    return false;
}

/* Goes on only if the value is not zero; false: it is. */
static bool assume(Walk *w, Way *way, Sight sight)
{
    if (sight.kind == SIGHT_NUMBER)
        return sight.number != 0;
    if (sight.kind != SIGHT_CHAIN)
        return true;
    Chain test = *sight.chain;
    return !chain_append(&test, (Step){STEP_EQ, test.bits, 1, 0}) || decide(w, way, &test, false);
}

/* True: the way goes on behind the call. */
static bool walk_call(Walk *w, Way *way, LLVMValueRef i)
{
    const char *name = callee_name(i);
    if (begins_with(name, "llvm.dbg") || begins_with(name, "llvm.lifetime"))
        return true;
    if (is_assume(name))
        return assume(w, way, see(w, way, LLVMGetOperand(i, 0)));
    if (ends_run(w->u, i, name))
        return false;
    if (strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0) {
        go_on(w, way);
        return false;
    }
    if (begins_with(name, "__VERIFIER_nondet_"))
        return true;
    if (enter_call(w, way, i))
        return false;
    if (!way->depends && !passes_input(w, way, i) && *name)
        return true;
    go_on(w, way);
    return false;
}

/* Does the run end when the function returns? */
static bool is_last(const Unit *u, LLVMValueRef function)
{
    size_t len;
    return strcmp(LLVMGetValueName2(function, &len), "main") == 0 && !LLVMGetFirstUse(function) &&
           !has_handlers(u);
}

static void walk_return(Walk *w, Way *way, LLVMValueRef i)
{
    Sight sight = LLVMGetNumOperands(i) ? see(w, way, LLVMGetOperand(i, 0)) : (Sight){0};
    if (!way->depth) {
        if (!is_last(w->u, function_of(i)) || !way->depends)
            go_on(w, way);
        return;
    }
    LLVMValueRef call = way->calls[--way->depth];
    if (learn(way, call, sight))
        walk(w, *way, LLVMGetNextInstruction(call));
    else
        go_on(w, way);
}

/* True: the way goes on behind the instruction. */
static bool walk_store(Walk *w, Way *way, LLVMValueRef i)
{
    Sight sight = see(w, way, LLVMGetOperand(i, 0));
    LLVMValueRef pointer = LLVMGetOperand(i, 1);
    bool safe = see(w, way, pointer).kind == SIGHT_FREE;
    if (range_is_cell(pointer) && learn(way, pointer, sight))
        return true;
    if (safe && !way->depends && (sight.kind == SIGHT_FREE || sight.kind == SIGHT_NUMBER))
        return true;
    go_on(w, way);
    return false;
}

/* A cell that has a value by what the walk has seen, or of which nobody asks whether it has one: not
 * the value of a function that may end without `return`. */
static bool is_written(const Walk *w, const Way *way, LLVMValueRef cell)
{
    size_t len;
    const char *name = LLVMGetValueName2(cell, &len);
    for (unsigned k = 0; k < way->count; k++)
        if (way->known[k].value == cell)
            return true;
    return (strcmp(name, "retval") == 0 && !undefined_falls(w->u, function_of(cell))) ||
           strcmp(name, "cleanup.dest.slot") == 0;
}

/* A number by which everything can be divided. */
static bool divides(LLVMValueRef number)
{
    return LLVMIsAConstantInt(number) && LLVMConstIntGetSExtValue(number) != 0 &&
           LLVMConstIntGetSExtValue(number) != -1;
}

/* Can the instruction go wrong, or be seen elsewhere?  Calls, stores and terminators are not asked.
 */
static bool may_matter(const Walk *w, const Way *way, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    unsigned operand;
    uint64_t number;
    if (op == LLVMLoad)
        return !range_is_cell(LLVMGetOperand(i, 0)) || !is_written(w, way, LLVMGetOperand(i, 0));
    if (op == LLVMAdd || op == LLVMSub || op == LLVMMul)
        return w->u->options->overflow;
    if (op == LLVMSDiv || op == LLVMSRem || op == LLVMUDiv || op == LLVMURem)
        return !divides(LLVMGetOperand(i, 1));
    if (op == LLVMShl || op == LLVMLShr || op == LLVMAShr)
        return w->u->options->overflow || !step_is(i, &operand, &number) || operand;
    return op != LLVMICmp && op != LLVMAnd && op != LLVMOr && op != LLVMXor && op != LLVMTrunc &&
           op != LLVMZExt && op != LLVMSExt && op != LLVMPHI && op != LLVMSelect &&
           op != LLVMAlloca && (op != LLVMGetElementPtr || undefined_index(w->u, i));
}

/* True: the way goes on behind the instruction, which is no terminator. */
static bool walk_instruction(Walk *w, Way *way, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op == LLVMCall)
        return walk_call(w, way, i);
    if (op == LLVMStore)
        return walk_store(w, way, i);
    if (op == LLVMAlloca) /* what is known of it is what is stored there */
        return true;
    bool cell = op == LLVMLoad && range_is_cell(LLVMGetOperand(i, 0));
    bool stops =
        op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg || (way->depends && may_matter(w, way, i));
    Sight sight = cell ? see(w, way, LLVMGetOperand(i, 0)) : see_result(w, way, i);
    bool bound = sight.kind == SIGHT_BOUND || sight.kind == SIGHT_CHAIN;
    if (!stops && !(bound && may_matter(w, way, i)) && learn(way, i, sight))
        return true;
    go_on(w, way);
    return false;
}

static void walk(Walk *w, Way way, LLVMValueRef i)
{
    for (; i; i = LLVMGetNextInstruction(i)) {
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        bool ends = ++w->steps > MOST_STEPS || ++way.steps > w->horizon || i == w->input ||
                    undefined_operand(i);
        if (!ends && op == LLVMBr) {
            walk_branch(w, &way, i);
            return;
        }
        if (!ends && op == LLVMSwitch) {
            walk_switch(w, &way, i);
            return;
        }
        if (!ends && op == LLVMRet) {
            walk_return(w, &way, i);
            return;
        }
        if (ends || LLVMIsATerminatorInst(i)) {
            go_on(w, &way);
            return;
        }
        if (!walk_instruction(w, &way, i))
            return;
    }
}

/* The range, by this sign, that contains all of the set. */
static Range hull_by(const Set *set, unsigned bits, bool is_signed)
{
    uint64_t mask = chain_ones(bits), sign = (uint64_t)1 << (bits - 1), flip = is_signed ? sign : 0;
    uint64_t low = mask, high = 0;
    vec_each (Stretch, part, &set->parts) {
        bool crosses = is_signed && part->low < sign && part->high >= sign;
        uint64_t first = crosses ? 0 : part->low ^ flip, last = crosses ? mask : part->high ^ flip;
        low = first < low ? first : low;
        high = last > high ? last : high;
    }
    unsigned unused = 64 - bits;
    low ^= flip;
    high ^= flip;
    if (is_signed) {
        low = (uint64_t)((int64_t)(low << unused) >> unused);
        high = (uint64_t)((int64_t)(high << unused) >> unused);
    }
    return (Range){low, high, is_signed, (uint8_t)bits};
}

static Range hull(const Set *set, Range full)
{
    Range same = hull_by(set, full.bits, full.is_signed);
    Range other = hull_by(set, full.bits, !full.is_signed);
    return full.bits > 1 && other.high - other.low < same.high - same.low ? other : same;
}

void range_constrained(Func *f, LLVMValueRef input, Arena *arena, Claim *claim)
{
    LLVMValueRef next = input ? LLVMGetNextInstruction(input) : NULL;
    Range full = claim->full;
    claim->narrow = full;
    for (unsigned horizon = 400; next && horizon > 10; horizon = horizon * 2 / 3) {
        Walk w = {.u = f->u, .arena = arena, .input = input, .claim = claim, .horizon = horizon};
        Way way = {0};
        w.itself = (Chain){.from = full.bits, .bits = full.bits};
        way.part_count = range_parts(full, way.parts);
        claim->ways.len = claim->never.len = 0;
        walk(&w, way, next);
        claim->dropped = w.steps <= MOST_STEPS;
        if (claim->dropped)
            claim->narrow = w.kept.parts.len
                                ? hull(&w.kept, full)
                                : (Range){full.low, full.low, full.is_signed, full.bits};
        vec_free(&w.kept.parts);
        if (claim->dropped)
            return;
    }
}
