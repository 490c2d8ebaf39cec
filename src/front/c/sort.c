/* sort.c -- see sort.h.
 *
 * Values that may be copies of each other belong to one sort: by unification over the whole module,
 * without regard to order (Steensgaard, POPL 1996).  A sort of pointers knows the sort of what they
 * point to; the parts of an object are one.  Of each sort it is known how its values are used:
 *
 *   looked   in a way that could tell any two values apart
 *   a use    tests, masks or computes with it; that matters only if the result does
 *   open     it gets where nobody can follow, or comes from there
 *
 * Why a few values do.  Let a run lead to an error, and let h take each value of an input to one
 * that no test and no mask tells from it.  The run goes the same way under h, for what is tested
 * for equality stays equal.  Only the last test may have found two values different; so there are
 * two values for h to choose from, and it keeps these two apart.  Constants that meet inputs are
 * values of their own: each is as if tested for. */
#include "front/c/sort.h"

#include "front/c/reach.h"

enum { MOST_MASK = 255, MOST_ELEMENTS = 256, MOST_CANDIDATES = 20000 };

typedef enum UseKind {
    USE_TEST,   /* compared with a constant */
    USE_SWITCH, /* idem, with several */
    USE_EQUAL,  /* compared with another of the same sort */
    USE_MASK,   /* its last bits are taken */
    USE_MIX     /* any other computation */
} UseKind;

typedef struct Use {
    UseKind kind;
    uint32_t sort, result;
    LLVMValueRef instr;
} Use;

typedef struct Sort {
    uint32_t parent;  /* itself: it stands for the sort */
    uint32_t pointee; /* 0: none yet */
    uint8_t width;    /* of accesses through such a pointer, in bits; 0: none yet */
    uint8_t narrow;   /* its values are cut to that many bits somewhere */
    bool mixed;       /* accesses through it have several widths */
    bool looked, open, live;
    bool made; /* values come in that are neither inputs nor known constants */
} Sort;

typedef struct Member {
    uint32_t sort;
    LLVMValueRef value;
} Member;

struct Sorts {
    Unit *u;
    Map map;     /* value -> sort */
    Map results; /* function -> sort of its result */
    VEC(Sort) sorts;
    VEC(Use) uses;
    VEC(Member) constants; /* NULL: zero */
    VEC(Member) inputs;
    VEC(LLVMValueRef) taken; /* functions whose address is taken */
};

/* ---- unification ---- */

static uint32_t fresh(Sorts *s)
{
    uint32_t id = (uint32_t)s->sorts.len;
    vec_push(&s->sorts, ((Sort){.parent = id, .narrow = 64}));
    return id;
}

static uint32_t find(const Sorts *s, uint32_t id)
{
    while (s->sorts.at[id].parent != id) {
        Sort *sort = &s->sorts.at[id];
        sort->parent = s->sorts.at[sort->parent].parent;
        id = sort->parent;
    }
    return id;
}

static void unite(Sorts *s, uint32_t x, uint32_t y)
{
    uint32_t a = find(s, x), b = find(s, y);
    if (a == b)
        return;
    Sort *to = &s->sorts.at[a], *from = &s->sorts.at[b];
    from->parent = a;
    to->mixed |= from->mixed || (to->width && from->width && to->width != from->width);
    to->width |= from->width;
    to->narrow = to->narrow < from->narrow ? to->narrow : from->narrow;
    to->looked |= from->looked;
    to->open |= from->open;
    to->made |= from->made;
    uint32_t p = to->pointee, q = from->pointee;
    to->pointee = p ? p : q;
    if (p && q)
        unite(s, p, q);
}

static uint32_t pointee(Sorts *s, uint32_t id)
{
    uint32_t root = find(s, id);
    if (!s->sorts.at[root].pointee) {
        uint32_t target = fresh(s);
        s->sorts.at[root].pointee = target;
    }
    return find(s, s->sorts.at[root].pointee);
}

static Sort *sort_at(const Sorts *s, uint32_t id)
{
    return &s->sorts.at[find(s, id)];
}

/* ---- values ---- */

static bool is_number(LLVMValueRef value)
{
    return LLVMIsAConstantInt(value) || LLVMIsNull(value) || LLVMIsUndef(value) ||
           LLVMIsPoison(value);
}

static uint32_t sort_of(Sorts *s, LLVMValueRef value);

/* An address that is known when the program starts: that of its base. */
static LLVMValueRef base_of(LLVMValueRef value)
{
    while (LLVMIsAConstantExpr(value) && (LLVMGetConstOpcode(value) == LLVMGetElementPtr ||
                                          LLVMGetConstOpcode(value) == LLVMBitCast))
        value = LLVMGetOperand(value, 0);
    return value;
}

static void flow_in(Sorts *s, uint32_t to, LLVMValueRef value)
{
    if (is_number(value))
        vec_push(&s->constants, ((Member){to, LLVMIsAConstantInt(value) ? value : NULL}));
    else
        unite(s, to, sort_of(s, value));
}

static void initial_value(Sorts *s, uint32_t to, LLVMValueRef value)
{
    if (is_number(value) || LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) {
        flow_in(s, to, value);
        return;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    uint64_t count = kind == LLVMArrayTypeKind    ? LLVMGetArrayLength2(LLVMTypeOf(value))
                     : kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(LLVMTypeOf(value))
                                                  : 0;
    if (!count || count > MOST_ELEMENTS)
        sort_at(s, to)->open = true;
    for (unsigned k = 0; k < count && count <= MOST_ELEMENTS; k++)
        initial_value(s, to, LLVMGetAggregateElement(value, k));
}

static uint32_t sort_of(Sorts *s, LLVMValueRef value)
{
    value = base_of(value);
    uint32_t known = map_get(&s->map, value);
    if (known)
        return known;
    uint32_t id = fresh(s);
    map_put(&s->map, value, id);
    if (LLVMIsAGlobalVariable(value)) {
        uint32_t target = pointee(s, id);
        if (LLVMGetInitializer(value))
            initial_value(s, target, LLVMGetInitializer(value));
        else
            sort_at(s, target)->open = true;
    } else if (LLVMIsAFunction(value)) {
        sort_at(s, id)->made = true;
    } else if (LLVMIsAConstant(value)) {
        sort_at(s, id)->open = true;
    }
    return id;
}

static uint32_t result_of(Sorts *s, LLVMValueRef function)
{
    uint32_t known = map_get(&s->results, function);
    if (!known) {
        known = fresh(s);
        map_put(&s->results, function, known);
    }
    return known;
}

static void look(Sorts *s, LLVMValueRef value)
{
    if (!is_number(value))
        sort_at(s, sort_of(s, value))->looked = true;
}

static void open_up(Sorts *s, LLVMValueRef value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    if (!is_number(value) && kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind)
        sort_at(s, sort_of(s, value))->open = true;
}

static void add_use(Sorts *s, UseKind kind, LLVMValueRef value, LLVMValueRef instr)
{
    if (is_number(value))
        return;
    uint32_t sort = sort_of(s, value);
    vec_push(&s->uses, ((Use){kind, sort, kind == USE_SWITCH ? 0 : sort_of(s, instr), instr}));
}

/* ---- instructions ---- */

static uint8_t width_of(LLVMTypeRef type)
{
    Type scalar = type_scalar(type);
    return scalar.kind == TYPE_VOID ? 0 : scalar.kind == TYPE_PTR ? 255 : scalar.bits;
}

/* The cells that an access through the pointer may touch. */
static uint32_t accessed(Sorts *s, LLVMValueRef pointer, LLVMTypeRef type)
{
    uint32_t id = sort_of(s, pointer);
    Sort *sort = sort_at(s, id);
    uint8_t width = width_of(type);
    sort->looked = true;
    sort->mixed |= !width || (sort->width && sort->width != width);
    sort->width |= width;
    return pointee(s, id);
}

static bool is_input(LLVMValueRef function)
{
    size_t len;
    return LLVMIsDeclaration(function) && input_is(LLVMGetValueName2(function, &len));
}

/* A call of a function with a body: arguments become parameters. */
static void connect(Sorts *s, LLVMValueRef call, LLVMValueRef callee)
{
    unsigned params = LLVMCountParams(callee), args = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < args; k++) {
        LLVMValueRef argument = LLVMGetOperand(call, k);
        if (k < params)
            flow_in(s, sort_of(s, LLVMGetParam(callee, k)), argument);
        else
            open_up(s, argument);
    }
    unite(s, sort_of(s, call), result_of(s, callee));
}

static void call_anything(Sorts *s, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        open_up(s, LLVMGetOperand(call, k));
    sort_at(s, sort_of(s, call))->open = true;
}

/* pthread_create: the argument goes to the function, and to nobody else. */
static bool start_thread(Sorts *s, LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetNumArgOperands(call) == 4 ? LLVMGetOperand(call, 2) : NULL;
    if (!function || !LLVMIsAFunction(function) || LLVMIsDeclaration(function))
        return false;
    open_up(s, LLVMGetOperand(call, 0));
    open_up(s, LLVMGetOperand(call, 1));
    if (LLVMCountParams(function) > 0)
        flow_in(s, sort_of(s, LLVMGetParam(function, 0)), LLVMGetOperand(call, 3));
    else
        open_up(s, LLVMGetOperand(call, 3));
    sort_at(s, result_of(s, function))->open = true;
    return true;
}

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Functions of LLVM that only move values; true: it is one. */
static bool call_mover(Sorts *s, LLVMValueRef call, const char *name)
{
    if (begins_with(name, "llvm.dbg") || begins_with(name, "llvm.lifetime"))
        return true;
    if (begins_with(name, "llvm.threadlocal.address")) {
        unite(s, sort_of(s, call), sort_of(s, LLVMGetOperand(call, 0)));
        return true;
    }
    if (begins_with(name, "llvm.memcpy") || begins_with(name, "llvm.memmove")) {
        uint32_t to = sort_of(s, LLVMGetOperand(call, 0));
        pointee(s, to);
        unite(s, to, sort_of(s, LLVMGetOperand(call, 1)));
        sort_at(s, to)->looked = true;
        look(s, LLVMGetOperand(call, 2));
        return true;
    }
    return false;
}

static void visit_call(Sorts *s, LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
    if (call_mover(s, i, name))
        return;
    if (!LLVMIsAFunction(callee)) {
        look(s, callee);
        vec_each (LLVMValueRef, function, &s->taken)
            if (LLVMCountParams(*function) <= LLVMGetNumArgOperands(i))
                connect(s, i, *function);
        return;
    }
    if (is_input(callee)) {
        vec_push(&s->inputs, ((Member){sort_of(s, i), i}));
        return;
    }
    if (strcmp(name, "pthread_create") == 0 && start_thread(s, i))
        return;
    if (LLVMIsDeclaration(callee) || known_goes_first(s->u, callee))
        call_anything(s, i);
    else
        connect(s, i, callee);
}

static void visit_compare(Sorts *s, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    sort_at(s, sort_of(s, i))->made = true;
    if (is_number(a) || is_number(b)) {
        add_use(s, USE_TEST, is_number(a) ? b : a, i);
        return;
    }
    if (LLVMGetICmpPredicate(i) <= LLVMIntNE) {
        unite(s, sort_of(s, a), sort_of(s, b));
        add_use(s, USE_EQUAL, a, i);
        return;
    }
    add_use(s, USE_MIX, a, i);
    add_use(s, USE_MIX, b, i);
}

static bool is_low_mask(LLVMValueRef value)
{
    uint64_t mask = LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
    return mask && mask <= MOST_MASK && !(mask & (mask + 1));
}

static void visit_arithmetic(Sorts *s, LLVMValueRef i, LLVMOpcode op)
{
    sort_at(s, sort_of(s, i))->made = true;
    bool traps = op == LLVMSDiv || op == LLVMUDiv || op == LLVMSRem || op == LLVMURem;
    if (op == LLVMAnd && is_low_mask(LLVMGetOperand(i, 1))) {
        add_use(s, USE_MASK, LLVMGetOperand(i, 0), i);
        return;
    }
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        if (s->u->options->overflow || traps)
            look(s, operand);
        add_use(s, USE_MIX, operand, i);
    }
}

static void visit_address(Sorts *s, LLVMValueRef i)
{
    unite(s, sort_of(s, i), sort_of(s, LLVMGetOperand(i, 0)));
    for (int k = 1; k < LLVMGetNumOperands(i); k++)
        look(s, LLVMGetOperand(i, (unsigned)k));
}

static void visit_phi(Sorts *s, LLVMValueRef i)
{
    for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
        flow_in(s, sort_of(s, i), LLVMGetIncomingValue(i, k));
}

static void visit_select(Sorts *s, LLVMValueRef i)
{
    look(s, LLVMGetOperand(i, 0));
    flow_in(s, sort_of(s, i), LLVMGetOperand(i, 1));
    flow_in(s, sort_of(s, i), LLVMGetOperand(i, 2));
}

static void visit_cast(Sorts *s, LLVMValueRef i, LLVMOpcode op)
{
    flow_in(s, sort_of(s, i), LLVMGetOperand(i, 0));
    Sort *sort = sort_at(s, sort_of(s, i));
    unsigned bits = op == LLVMTrunc ? LLVMGetIntTypeWidth(LLVMTypeOf(i)) : 64;
    if (bits < sort->narrow)
        sort->narrow = (uint8_t)bits;
}

static void visit_other(Sorts *s, LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        open_up(s, LLVMGetOperand(i, (unsigned)k));
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        sort_at(s, sort_of(s, i))->open = true;
}

static bool is_scalar_cast(LLVMValueRef i, LLVMOpcode op)
{
    bool integers = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
    return integers && (op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc);
}

static void visit(Sorts *s, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool integer = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
    if (op == LLVMAlloca)
        vec_push(&s->constants, ((Member){pointee(s, sort_of(s, i)), NULL}));
    else if (op == LLVMLoad)
        unite(s, sort_of(s, i), accessed(s, LLVMGetOperand(i, 0), LLVMTypeOf(i)));
    else if (op == LLVMStore)
        flow_in(s, accessed(s, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0))),
                LLVMGetOperand(i, 0));
    else if (op == LLVMGetElementPtr)
        visit_address(s, i);
    else if (op == LLVMBitCast || op == LLVMFreeze || is_scalar_cast(i, op))
        visit_cast(s, i, op);
    else if (op == LLVMPHI)
        visit_phi(s, i);
    else if (op == LLVMSelect)
        visit_select(s, i);
    else if (op == LLVMICmp)
        visit_compare(s, i);
    else if (op == LLVMCall)
        visit_call(s, i);
    else if (op == LLVMRet && LLVMGetNumOperands(i))
        flow_in(s, result_of(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))),
                LLVMGetOperand(i, 0));
    else if (op == LLVMBr && LLVMIsConditional(i))
        look(s, LLVMGetCondition(i));
    else if (op == LLVMSwitch)
        add_use(s, USE_SWITCH, LLVMGetOperand(i, 0), i);
    else if (integer && LLVMIsABinaryOperator(i))
        visit_arithmetic(s, i, op);
    else if (op != LLVMRet && op != LLVMBr && op != LLVMUnreachable)
        visit_other(s, i);
}

/* ---- the whole ---- */

static bool is_called_only(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        size_t len;
        LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        bool starts = callee && LLVMIsAFunction(callee) &&
                      strcmp(LLVMGetValueName2(callee, &len), "pthread_create") == 0;
        if (callee != function && !starts)
            return false;
    }
    return true;
}

/* main is called by nobody we see, and returns to nobody who looks. */
static void visit_functions(Sorts *s)
{
    LLVMModuleRef module = s->u->module;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !is_called_only(f))
            vec_push(&s->taken, f);
    LLVMValueRef first = LLVMGetNamedFunction(module, "main");
    for (unsigned k = 0; k < LLVMCountParams(first); k++)
        open_up(s, LLVMGetParam(first, k));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && map_get(&s->u->reached, b);
                 i = LLVMGetNextInstruction(i))
                visit(s, i);
    vec_each (LLVMValueRef, function, &s->taken) /* and by models that start threads */
        for (unsigned k = 0; func_is_lib(*function) && k < LLVMCountParams(*function); k++)
            open_up(s, LLVMGetParam(*function, k));
}

/* Whoever is out of sight can follow pointers; so can one who reads bytes as what they are not. */
static void open_pointees(Sorts *s)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t id = 1; id < s->sorts.len; id++) {
            Sort *sort = &s->sorts.at[id];
            if (sort->parent != id || !sort->pointee || !(sort->open || sort->mixed))
                continue;
            Sort *target = sort_at(s, sort->pointee);
            changed |= !target->open;
            target->open = true;
        }
    }
}

static void find_live(Sorts *s)
{
    bool changed = true;
    for (uint32_t id = 1; id < s->sorts.len; id++)
        s->sorts.at[id].live = s->sorts.at[id].open || s->sorts.at[id].looked;
    while (changed) {
        changed = false;
        vec_each (Use, use, &s->uses) {
            Sort *sort = sort_at(s, use->sort);
            bool live = use->kind == USE_SWITCH || sort_at(s, use->result)->live;
            changed |= live && !sort->live;
            sort->live |= live;
        }
    }
}

Sorts *sort_find(Unit *u)
{
    Sorts *s = memory_alloc(sizeof *s);
    s->u = u;
    fresh(s); /* 0: none */
    visit_functions(s);
    open_pointees(s);
    find_live(s);
    return s;
}

void sort_free(Sorts *s)
{
    if (!s)
        return;
    map_free(&s->map);
    map_free(&s->results);
    vec_free(&s->sorts);
    vec_free(&s->uses);
    vec_free(&s->constants);
    vec_free(&s->inputs);
    vec_free(&s->taken);
    memory_free(s);
}

bool sort_is_dead(const Unit *u, LLVMValueRef store)
{
    Sorts *s = u->sorts;
    uint32_t id = s ? map_get(&s->map, base_of(LLVMGetOperand(store, 1))) : 0;
    if (!id || !sort_at(s, id)->pointee)
        return false;
    const Sort *pointer = sort_at(s, id);
    return !pointer->open && !pointer->mixed && !sort_at(s, pointer->pointee)->live;
}

/* ---- the values of an input ---- */

/* How the values of a sort are told apart. */
typedef struct Eyes {
    Range full;
    VEC(uint64_t) equals; /* numbers that it is tested to be equal to, in the bits of the input */
    VEC(uint64_t) orders; /* ... or less than */
    uint64_t mask;
    bool sign;  /* its sign matters by itself */
    bool pairs; /* two values of a kind are needed */
} Eyes;

static uint64_t bits_of(Range range, uint64_t value)
{
    return value & UINT64_MAX >> (64 - range.bits);
}

static uint64_t number_of(LLVMValueRef value)
{
    return value && LLVMIsAConstantInt(value) ? (uint64_t)LLVMConstIntGetSExtValue(value) : 0;
}

static const char *called(LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
}

/* Does the block do nothing before the program ends? */
static bool ends_program(LLVMBasicBlockRef block)
{
    for (int blocks = 0; block && blocks < 4; blocks++) {
        LLVMValueRef i = LLVMGetFirstInstruction(block);
        while (i && begins_with(called(i), "llvm."))
            i = LLVMGetNextInstruction(i);
        if (!i || !LLVMIsABranchInst(i) || LLVMIsConditional(i))
            return i && (strcmp(called(i), "reach_error") == 0 || strcmp(called(i), "abort") == 0 ||
                         strcmp(called(i), "__VERIFIER_error") == 0 ||
                         strcmp(called(i), "__assert_fail") == 0);
        block = LLVMGetSuccessor(i, 0);
    }
    return false;
}

/* Does `to` follow, whatever happens?  NULL: from the beginning of its function. */
static bool follows(LLVMValueRef from, LLVMValueRef to)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(to);
    LLVMValueRef i = from ? LLVMGetNextInstruction(from) : LLVMGetFirstInstruction(block);
    if (!from && LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)) != block)
        return false;
    while (i && i != to && (!LLVMIsACallInst(i) || begins_with(called(i), "llvm.")))
        i = LLVMGetNextInstruction(i);
    return i == to;
}

/* Where a value came from that is on its way to a branch. */
typedef struct Claim {
    LLVMValueRef value;
    LLVMValueRef at; /* the last instruction that has surely happened; NULL: a call began */
    bool inverted;   /* the opposite is meant */
    int depth;
} Claim;

static bool must_hold(Claim claim);

static bool is_zero_test(LLVMValueRef i)
{
    return LLVMIsAICmpInst(i) && LLVMGetICmpPredicate(i) <= LLVMIntNE &&
           is_number(LLVMGetOperand(i, 1)) && !number_of(LLVMGetOperand(i, 1));
}

/* The loads of a local variable that is stored once. */
static bool must_hold_in(Claim claim, LLVMValueRef cell, LLVMValueRef store)
{
    bool used = false;
    for (LLVMUseRef use = LLVMGetFirstUse(cell); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool load = LLVMIsALoadInst(user) != NULL;
        if (!load && user != store && !begins_with(called(user), "llvm."))
            return false;
        if (load && !(follows(store, user) &&
                      must_hold((Claim){user, user, claim.inverted, claim.depth + 1})))
            return false;
        used |= load;
    }
    return used && range_is_cell(cell);
}

static bool use_holds(Claim claim, LLVMValueRef user)
{
    Claim next = {user, user, claim.inverted, claim.depth + 1};
    LLVMOpcode op = LLVMGetInstructionOpcode(user);
    if (!follows(claim.at, user))
        return false;
    if (op == LLVMBr)
        return ends_program(LLVMGetSuccessor(user, claim.inverted ? 0 : 1));
    if (op == LLVMStore)
        return LLVMGetOperand(user, 0) == claim.value &&
               must_hold_in(claim, LLVMGetOperand(user, 1), user);
    if (op == LLVMCall) {
        LLVMValueRef callee = LLVMGetCalledValue(user);
        bool single = LLVMIsAFunction(callee) && LLVMCountParams(callee) == 1;
        return single && !LLVMIsDeclaration(callee) &&
               must_hold((Claim){LLVMGetParam(callee, 0), NULL, claim.inverted, next.depth});
    }
    bool not = op == LLVMXor && number_of(LLVMGetOperand(user, 1)) & 1 &&
               LLVMGetIntTypeWidth(LLVMTypeOf(user)) == 1;
    next.inverted ^= not || (is_zero_test(user) && LLVMGetICmpPredicate(user) == LLVMIntEQ);
    return (op == LLVMZExt || not || is_zero_test(user)) && must_hold(next);
}

/* Does the program end at once if the value is zero, or, inverted, if it is not?  Every use must
 * say so. */
static bool must_hold(Claim claim)
{
    bool used = false;
    for (LLVMUseRef use = LLVMGetFirstUse(claim.value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && begins_with(called(user), "llvm."))
            continue;
        if (claim.depth > 8 || !use_holds(claim, user))
            return false;
        used = true;
    }
    return used;
}

static bool see_use(Eyes *eyes, const Use *use)
{
    LLVMValueRef i = use->instr;
    if (use->kind == USE_MIX)
        return false;
    if (use->kind == USE_MASK) {
        eyes->mask |= LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1));
        return true;
    }
    if (use->kind == USE_EQUAL) {
        eyes->sign = eyes->pairs = true;
        return must_hold((Claim){i, i, LLVMGetICmpPredicate(i) == LLVMIntNE, 0});
    }
    if (use->kind == USE_SWITCH) {
        for (unsigned k = 1; k < LLVMGetNumSuccessors(i); k++)
            vec_push(&eyes->equals, bits_of(eyes->full, number_of(LLVMGetOperand(i, 2 * k))));
        return true;
    }
    bool first = is_number(LLVMGetOperand(i, 0)), order = LLVMGetICmpPredicate(i) > LLVMIntNE;
    uint64_t n = bits_of(eyes->full, number_of(LLVMGetOperand(i, first ? 0 : 1)));
    eyes->sign |= order;
    if (order)
        vec_push(&eyes->orders, n);
    else
        vec_push(&eyes->equals, n);
    return true;
}

/* Inputs that may meet must be able to have the same values. */
static bool inputs_agree(Func *f, const Sorts *s, uint32_t root, LLVMValueRef input, Range full)
{
    vec_each (Member, other, &s->inputs) {
        if (find(s, other->sort) != root)
            continue;
        Range range = range_constrained(f, other->value, full);
        if (strcmp(called(other->value), called(input)) != 0 || range.low != full.low ||
            range.high != full.high)
            return false;
    }
    return true;
}

static bool look_through(Func *f, LLVMValueRef input, Eyes *eyes)
{
    const Sorts *s = f->u->sorts;
    uint32_t root = find(s, map_get(&s->map, input));
    const Sort *sort = &s->sorts.at[root];
    if (!root || sort->open || sort->looked || sort->narrow < eyes->full.bits)
        return false;
    vec_each (Use, use, &s->uses)
        if (find(s, use->sort) == root &&
            (use->kind == USE_SWITCH || sort_at(s, use->result)->live) && !see_use(eyes, use))
            return false;
    if (!eyes->pairs)
        return true;
    vec_each (Member, constant, &s->constants)
        if (find(s, constant->sort) == root)
            vec_push(&eyes->equals, bits_of(eyes->full, number_of(constant->value)));
    return !sort->made && inputs_agree(f, s, root, input, eyes->full);
}

/* Could a test, or a mask, tell these two from each other? */
static bool same_kind(const Eyes *eyes, uint64_t x, uint64_t y)
{
    uint64_t a = bits_of(eyes->full, x), b = bits_of(eyes->full, y);
    uint64_t sign = (uint64_t)1 << (eyes->full.bits - 1);
    if ((a & eyes->mask) != (b & eyes->mask) || (eyes->sign && (a & sign) != (b & sign)))
        return false;
    vec_each (uint64_t, n, &eyes->equals)
        if ((a == *n) != (b == *n))
            return false;
    vec_each (uint64_t, n, &eyes->orders)
        if ((a == *n) != (b == *n) || (a < *n) != (b < *n))
            return false;
    return true;
}

static void consider(const Eyes *eyes, Range range, uint64_t value, Values *values)
{
    unsigned unused = 64u - range.bits, alike = 0;
    value =
        range.is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : bits_of(range, value);
    if (range_less(range, value, range.low) || range_less(range, range.high, value))
        return;
    vec_each (uint64_t, known, values) {
        if (*known == value)
            return;
        alike += same_kind(eyes, *known, value);
    }
    if (alike < (eyes->pairs ? 2 : 1))
        vec_push(values, value);
}

/* All values that are near one where some answer changes. */
static void consider_near(const Eyes *eyes, Range range, uint64_t value, Values *values)
{
    uint64_t reach = (eyes->mask + 1) * (eyes->pairs ? 2 : 1);
    consider(eyes, range, value, values);
    for (uint64_t k = 1; k <= reach; k++) {
        consider(eyes, range, value + k, values);
        consider(eyes, range, value - k, values);
    }
}

bool sort_observed(Func *f, LLVMValueRef input, Range full, Range range, Values *values)
{
    Eyes eyes = {.full = full};
    values->len = 0;
    bool observed = f->u->sorts && look_through(f, input, &eyes);
    size_t changes = 4 + eyes.equals.len + eyes.orders.len;
    observed &= changes * (eyes.mask + 1) <= MOST_CANDIDATES;
    if (observed) {
        consider_near(&eyes, range, 0, values);
        consider_near(&eyes, range, range.low, values);
        consider_near(&eyes, range, range.high, values);
        consider_near(&eyes, range, (uint64_t)1 << (full.bits - 1), values);
        vec_each (uint64_t, n, &eyes.equals)
            consider_near(&eyes, range, *n, values);
        vec_each (uint64_t, n, &eyes.orders)
            consider_near(&eyes, range, *n, values);
    }
    vec_free(&eyes.equals);
    vec_free(&eyes.orders);
    return observed && values->len;
}
