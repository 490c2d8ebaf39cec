/* range.c -- see range.h.
 *
 * range_constrained walks over the code behind an input, along all ways, and keeps for each way the
 * values with which the input can go it.  A way that ends in a dead end drops its values; all
 * others end where something could depend on the input: the hull of their values is the answer.
 * Effects that do not depend on the input may happen on the way: the values that are left have them
 * too. */
#include "front/c/range.h"

#include "front/c/reach.h"

enum { MOST_STEPS = 1500, MOST_CALLS = 3, MOST_CELLS = 32 };

bool range_less(Range range, uint64_t a, uint64_t b)
{
    return range.is_signed ? (int64_t)a < (int64_t)b : a < b;
}

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

/* A local scalar that nobody else can see: its loads and stores are in plain sight. */
bool range_is_cell(LLVMValueRef pointer)
{
    if (!LLVMIsAAllocaInst(pointer) || type_scalar(LLVMGetAllocatedType(pointer)).kind == TYPE_VOID)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
        if (!store && !LLVMIsALoadInst(user) && !begins_with(callee_name(user), "llvm.lifetime"))
            return false;
    }
    return true;
}

static LLVMIntPredicate swapped(LLVMIntPredicate predicate)
{
    static const LLVMIntPredicate other[] = {
        [LLVMIntEQ] = LLVMIntEQ,   [LLVMIntNE] = LLVMIntNE,   [LLVMIntUGT] = LLVMIntULT,
        [LLVMIntUGE] = LLVMIntULE, [LLVMIntULT] = LLVMIntUGT, [LLVMIntULE] = LLVMIntUGE,
        [LLVMIntSGT] = LLVMIntSLT, [LLVMIntSGE] = LLVMIntSLE, [LLVMIntSLT] = LLVMIntSGT,
        [LLVMIntSLE] = LLVMIntSGE,
    };
    return other[predicate];
}

/* Observers. */

typedef struct Test {
    LLVMIntPredicate predicate;
    int64_t number;
} Test;

/* How an input is looked at. */
typedef struct Observers {
    Range range;
    VEC(Test) tests;
} Observers;

static uint64_t constant_of(Range range, LLVMValueRef value)
{
    return range.is_signed ? (uint64_t)LLVMConstIntGetSExtValue(value)
                           : LLVMConstIntGetZExtValue(value);
}

static bool keeps_order(Range range, LLVMIntPredicate predicate)
{
    bool is_signed = predicate >= LLVMIntSGT, is_unsigned = predicate >= LLVMIntUGT && !is_signed;
    if (!is_signed && !is_unsigned)
        return true;
    return range.is_signed ? is_signed : is_unsigned;
}

static bool observe(Observers *o, LLVMValueRef value, bool widened, int depth);

static void add_test(Observers *o, LLVMIntPredicate predicate, LLVMValueRef number, bool widened)
{
    int64_t n = widened ? LLVMConstIntGetSExtValue(number) : (int64_t)constant_of(o->range, number);
    vec_push(&o->tests, ((Test){predicate, n}));
}

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

static bool observe_store(Observers *o, LLVMValueRef value, LLVMValueRef store, bool widened,
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
        if (LLVMIsALoadInst(LLVMGetUser(use)) && !observe(o, LLVMGetUser(use), widened, depth + 1))
            return false;
    return true;
}

/* widened: by zeros to a wider type, in which both orders are the same. */
static bool observe_user(Observers *o, LLVMValueRef value, LLVMValueRef user, bool widened,
                         int depth)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(user);
    if (op == LLVMICmp) {
        LLVMValueRef a = LLVMGetOperand(user, 0), b = LLVMGetOperand(user, 1);
        LLVMIntPredicate p = LLVMGetICmpPredicate(user);
        LLVMValueRef other = a == value ? b : a;
        if (!LLVMIsAConstantInt(other) || !(widened || keeps_order(o->range, p)))
            return false;
        add_test(o, a == value ? p : swapped(p), other, widened);
        return true;
    }
    if (op == LLVMSwitch) {
        for (unsigned k = 1; k < LLVMGetNumSuccessors(user); k++)
            add_test(o, LLVMIntEQ, LLVMGetOperand(user, 2 * k), widened);
        return true;
    }
    if (op == LLVMSExt && o->range.is_signed)
        return observe(o, user, widened, depth + 1);
    if (op == LLVMZExt && !o->range.is_signed)
        return observe(o, user, true, depth + 1);
    if (op == LLVMCall && is_assume(callee_name(user))) {
        vec_push(&o->tests, ((Test){LLVMIntNE, 0}));
        return true;
    }
    return op == LLVMStore && observe_store(o, value, user, widened, depth);
}

static bool observe(Observers *o, LLVMValueRef value, bool widened, int depth)
{
    if (depth > 4)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!observe_user(o, value, LLVMGetUser(use), widened, depth))
            return false;
    return true;
}

static bool passes(Test test, bool is_signed, uint64_t value)
{
    uint64_t n = (uint64_t)test.number;
    bool less = is_signed ? (int64_t)value < (int64_t)n : value < n, equal = value == n;
    LLVMIntPredicate p = test.predicate;
    if (p == LLVMIntEQ || p == LLVMIntNE)
        return equal == (p == LLVMIntEQ);
    if (p == LLVMIntULT || p == LLVMIntSLT)
        return less;
    if (p == LLVMIntULE || p == LLVMIntSLE)
        return less || equal;
    if (p == LLVMIntUGT || p == LLVMIntSGT)
        return !less && !equal;
    return !less;
}

/* Do all tests give the same for both values? */
static bool look_alike(const Observers *o, uint64_t a, uint64_t b)
{
    vec_each (Test, test, &o->tests) {
        bool is_signed = test->predicate >= LLVMIntSGT;
        if (passes(*test, is_signed, a) != passes(*test, is_signed, b))
            return false;
    }
    return true;
}

static void add_value(const Observers *o, uint64_t value, Values *values)
{
    if (range_less(o->range, value, o->range.low) || range_less(o->range, o->range.high, value))
        return;
    vec_each (uint64_t, known, values)
        if (look_alike(o, *known, value))
            return;
    vec_push(values, value);
}

bool range_observed(LLVMValueRef input, Range range, Values *values)
{
    Observers o = {.range = range};
    bool observed = observe(&o, input, false, 0);
    values->len = 0;
    add_value(&o, range.low, values);
    for (size_t k = 0; observed && k < o.tests.len; k++) {
        uint64_t n = (uint64_t)o.tests.at[k].number;
        add_value(&o, n, values);
        add_value(&o, n + 1, values);
        add_value(&o, n - 1, values);
    }
    add_value(&o, range.high, values);
    vec_free(&o.tests);
    return observed;
}

/* Walking. */

typedef enum SightKind {
    SIGHT_FREE,      /* does not depend on the input */
    SIGHT_NUMBER,    /* a constant */
    SIGHT_INPUT,     /* the input */
    SIGHT_CONDITION, /* the comparison of the input with a constant */
    SIGHT_BOUND      /* depends on the input in some other way */
} SightKind;

/* What is known about a value. */
typedef struct Sight {
    SightKind kind;
    bool invert;                /* CONDITION: it is false if the comparison is true */
    LLVMIntPredicate predicate; /* CONDITION: input predicate number */
    LLVMValueRef number;        /* NUMBER, CONDITION; NULL: zero */
} Sight;

typedef struct Known {
    LLVMValueRef value; /* or a cell: the alloca */
    Sight sight;
} Known;

typedef struct Walk {
    Unit *u;
    LLVMValueRef input;
    Range result;     /* hull of the values that went on */
    bool any;         /* there was one */
    bool mixed;       /* they were read in different orders */
    unsigned steps;   /* on all ways */
    unsigned horizon; /* no way is followed further */
} Walk;

/* One way; copied where ways part. */
typedef struct Way {
    Range range;
    bool depends; /* a branch depended on the input */
    unsigned steps;
    Known known[MOST_CELLS];
    unsigned count;
    LLVMValueRef calls[MOST_CALLS];
    unsigned depth;
} Way;

static void go_on(Walk *w, const Way *way)
{
    if (!w->any)
        w->result = way->range;
    if (w->result.is_signed != way->range.is_signed)
        w->mixed = true;
    if (range_less(w->result, way->range.low, w->result.low))
        w->result.low = way->range.low;
    if (range_less(w->result, w->result.high, way->range.high))
        w->result.high = way->range.high;
    w->any = true;
}

static Sight see(const Walk *w, const Way *way, LLVMValueRef value)
{
    if (value == w->input)
        return (Sight){.kind = SIGHT_INPUT};
    if (LLVMIsAConstantInt(value))
        return (Sight){.kind = SIGHT_NUMBER, .number = value};
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

static LLVMIntPredicate inverse(LLVMIntPredicate predicate)
{
    static const LLVMIntPredicate other[] = {
        [LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,   [LLVMIntUGT] = LLVMIntULE,
        [LLVMIntUGE] = LLVMIntULT, [LLVMIntULT] = LLVMIntUGE, [LLVMIntULE] = LLVMIntUGT,
        [LLVMIntSGT] = LLVMIntSLE, [LLVMIntSGE] = LLVMIntSLT, [LLVMIntSLT] = LLVMIntSGE,
        [LLVMIntSLE] = LLVMIntSGT,
    };
    return other[predicate];
}

/* Reads the range in the order of the comparison, if that can be done; the numbers stay the same
 * bits.
 */
static bool turn(Range *r, LLVMIntPredicate predicate)
{
    unsigned unused = 64u - r->bits;
    uint64_t least = (uint64_t)(INT64_MIN >> unused), most = (uint64_t)INT64_MAX >> unused;
    if (keeps_order(*r, predicate))
        return true;
    bool all = r->is_signed ? r->low == least && r->high == most
                            : r->low == 0 && r->high == UINT64_MAX >> unused;
    bool small = r->low <= most && r->high <= most;
    if (!all && !small)
        return false;
    r->is_signed = !r->is_signed;
    if (all && !small) {
        r->low = r->is_signed ? least : 0;
        r->high = r->is_signed ? most : UINT64_MAX >> unused;
    }
    return true;
}

/* Narrows the range to the values that satisfy the condition; false: there are none. */
static bool narrow(Way *way, Sight condition, bool holds)
{
    Range *r = &way->range;
    LLVMIntPredicate p =
        holds != condition.invert ? condition.predicate : inverse(condition.predicate);
    if (!turn(r, p))
        return true;
    uint64_t n = condition.number ? constant_of(*r, condition.number) : 0;
    if (p == LLVMIntEQ) {
        bool inside = !range_less(*r, n, r->low) && !range_less(*r, r->high, n);
        r->low = r->high = n;
        return inside;
    }
    if (p == LLVMIntNE) {
        if (r->low == n && r->high == n)
            return false;
        r->low += r->low == n;
        r->high -= r->high == n;
        return true;
    }
    bool less = p == LLVMIntULT || p == LLVMIntSLT, least = p == LLVMIntUGE || p == LLVMIntSGE;
    bool most = p == LLVMIntULE || p == LLVMIntSLE;
    if (less || most) { /* high becomes n, or n - 1 */
        if (less && !range_less(*r, r->low, n))
            return false;
        uint64_t high = less ? n - 1 : n;
        if (range_less(*r, high, r->low))
            return false;
        if (range_less(*r, high, r->high))
            r->high = high;
        return true;
    }
    if (!least && !range_less(*r, n, r->high))
        return false;
    uint64_t low = least ? n : n + 1;
    if (range_less(*r, r->high, low))
        return false;
    if (range_less(*r, r->low, low))
        r->low = low;
    return true;
}

static bool is_zero(Sight number)
{
    return !number.number || LLVMConstIntGetZExtValue(number.number) == 0;
}

static Sight see_compare(const Walk *w, const Way *way, LLVMValueRef i)
{
    Sight a = see(w, way, LLVMGetOperand(i, 0)), b = see(w, way, LLVMGetOperand(i, 1));
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    if (a.kind == SIGHT_NUMBER && b.kind != SIGHT_NUMBER) {
        Sight other = a;
        a = b;
        b = other;
        p = swapped(p);
    }
    if (a.kind == SIGHT_NUMBER && is_zero(b) && p <= LLVMIntNE) {
        bool holds = is_zero(a) == (p == LLVMIntEQ);
        LLVMTypeRef type = LLVMInt1TypeInContext(w->u->context);
        return (Sight){.kind = SIGHT_NUMBER, .number = LLVMConstInt(type, holds, false)};
    }
    if (b.kind != SIGHT_NUMBER || a.kind == SIGHT_NUMBER)
        return (Sight){a.kind == SIGHT_FREE && b.kind == SIGHT_FREE ? SIGHT_FREE : SIGHT_BOUND, 0,
                       0, 0};
    if (a.kind == SIGHT_INPUT)
        return (Sight){SIGHT_CONDITION, false, p, b.number};
    if (a.kind == SIGHT_CONDITION && is_zero(b) && (p == LLVMIntNE || p == LLVMIntEQ)) {
        a.invert ^= p == LLVMIntEQ;
        return a;
    }
    return (Sight){.kind = a.kind == SIGHT_FREE ? SIGHT_FREE : SIGHT_BOUND};
}

static Sight see_result(const Walk *w, const Way *way, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    Sight a = LLVMGetNumOperands(i) ? see(w, way, LLVMGetOperand(i, 0)) : (Sight){0};
    if (op == LLVMICmp)
        return see_compare(w, way, i);
    bool widens =
        (op == LLVMSExt && way->range.is_signed) || (op == LLVMZExt && !way->range.is_signed);
    bool boolean = op == LLVMZExt || op == LLVMTrunc;
    if ((a.kind == SIGHT_INPUT && widens) || (a.kind == SIGHT_CONDITION && boolean) ||
        (a.kind == SIGHT_NUMBER && boolean))
        return a;
    bool inverts = op == LLVMXor && a.kind == SIGHT_CONDITION &&
                   LLVMIsAConstantInt(LLVMGetOperand(i, 1)) &&
                   LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) == 1;
    if (inverts) {
        a.invert = !a.invert;
        return a;
    }
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        SightKind kind = see(w, way, LLVMGetOperand(i, (unsigned)k)).kind;
        if (kind != SIGHT_FREE && kind != SIGHT_NUMBER)
            return (Sight){.kind = SIGHT_BOUND};
    }
    return (Sight){.kind = SIGHT_FREE};
}

static void walk(Walk *w, Way way, LLVMValueRef i);

static void enter_block(Walk *w, Way way, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    LLVMValueRef i = LLVMGetFirstInstruction(to);
    for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == from &&
                !learn(&way, i, see(w, &way, LLVMGetIncomingValue(i, k)))) {
                go_on(w, &way);
                return;
            }
    walk(w, way, i);
}

/* Takes one side of a condition. */
static void take_side(Walk *w, Way way, Sight condition, bool holds, LLVMBasicBlockRef from,
                      LLVMBasicBlockRef to)
{
    if (condition.kind == SIGHT_NUMBER && is_zero(condition) == holds)
        return;
    if (condition.kind == SIGHT_CONDITION && !narrow(&way, condition, holds))
        return;
    way.depends |= condition.kind == SIGHT_CONDITION || condition.kind == SIGHT_BOUND;
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

/* Does a call end the run, so that nothing else comes of it? */
static bool ends_run(Unit *u, const char *name)
{
    CGoal goal = u->options->goal;
    if (strcmp(name, "abort") == 0 || strcmp(name, "__assert_fail") == 0)
        return goal != C_GOAL_ALL;
    return strcmp(name, "exit") == 0 || strcmp(name, "_exit") == 0 ||
           strcmp(name, "__heddle_end_program") == 0;
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

/* Goes into the body of a function; false: it has none, or is too deep. */
static bool enter_call(Walk *w, Way *way, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || way->depth == MOST_CALLS ||
        known_goes_first(w->u, callee) || is_active(w, way, callee))
        return false;
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

/* True: the way goes on behind the call. */
static bool walk_call(Walk *w, Way *way, LLVMValueRef i)
{
    const char *name = callee_name(i);
    if (begins_with(name, "llvm.dbg") || begins_with(name, "llvm.lifetime"))
        return true;
    if (is_assume(name)) {
        Sight condition = see(w, way, LLVMGetOperand(i, 0));
        if (condition.kind == SIGHT_INPUT)
            condition = (Sight){SIGHT_CONDITION, false, LLVMIntNE, NULL};
        if (condition.kind == SIGHT_NUMBER)
            return !is_zero(condition);
        return condition.kind != SIGHT_CONDITION || narrow(way, condition, true);
    }
    if (ends_run(w->u, name))
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

static void walk_return(Walk *w, Way *way, LLVMValueRef i)
{
    Sight sight = LLVMGetNumOperands(i) ? see(w, way, LLVMGetOperand(i, 0)) : (Sight){0};
    size_t len;
    const char *name = LLVMGetValueName2(function_of(i), &len);
    if (!way->depth) { /* main: the end of the run */
        if (strcmp(name, "main") != 0 || !way->depends)
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

/* A cell that has a value by what the walk has seen, or of which nobody asks whether it has one. */
static bool is_written(const Way *way, LLVMValueRef cell)
{
    size_t len;
    const char *name = LLVMGetValueName2(cell, &len);
    for (unsigned k = 0; k < way->count; k++)
        if (way->known[k].value == cell)
            return true;
    return strcmp(name, "retval") == 0 || strcmp(name, "cleanup.dest.slot") == 0;
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
    if (op == LLVMLoad)
        return !range_is_cell(LLVMGetOperand(i, 0)) || !is_written(way, LLVMGetOperand(i, 0));
    if (op == LLVMAdd || op == LLVMSub || op == LLVMMul)
        return w->u->options->overflow;
    if (op == LLVMSDiv || op == LLVMSRem || op == LLVMUDiv || op == LLVMURem)
        return !divides(LLVMGetOperand(i, 1));
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
    bool cell = op == LLVMLoad && range_is_cell(LLVMGetOperand(i, 0));
    bool stops =
        op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg || (way->depends && may_matter(w, way, i));
    Sight sight = cell ? see(w, way, LLVMGetOperand(i, 0)) : see_result(w, way, i);
    bool bound = sight.kind == SIGHT_BOUND && may_matter(w, way, i);
    if (!stops && !bound && learn(way, i, sight))
        return true;
    go_on(w, way);
    return false;
}

static void walk(Walk *w, Way way, LLVMValueRef i)
{
    for (; i; i = LLVMGetNextInstruction(i)) {
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        bool ends = ++w->steps > MOST_STEPS || ++way.steps > w->horizon || i == w->input;
        if (!ends && op == LLVMBr) {
            walk_branch(w, &way, i);
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

Range range_constrained(Func *f, LLVMValueRef input, Range range)
{
    LLVMValueRef next = input ? LLVMGetNextInstruction(input) : NULL;
    for (unsigned horizon = 400; next && horizon > 10; horizon = horizon * 2 / 3) {
        Walk w = {.u = f->u, .input = input, .horizon = horizon};
        Way way = {.range = range};
        walk(&w, way, next);
        if (w.steps > MOST_STEPS || w.mixed)
            continue;
        return w.any ? w.result : (Range){range.low, range.low, range.is_signed, range.bits};
    }
    return range;
}
