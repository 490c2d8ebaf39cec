/* usage.c -- see usage.h.
 *
 * Values that may be copies of each other belong to one sort: by unification over the whole module,
 * without regard to order (Steensgaard, POPL 1996).  A sort of pointers knows the sort of what they
 * point to; the parts of an object are one.  Of each sort it is known how its values are used:
 *
 *   looked   in a way that could tell any two values apart
 *   a use    tests, masks or computes with it; that matters only if the result does
 *   open     it gets where nobody can follow, or comes from there */
#include "front/c/input/usage_inner.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "front/c/lower/reach.h"

enum { MOST_ELEMENTS = 256 };

/* ---- unification ---- */

static uint32_t fresh(Sorts *s)
{
    uint32_t id = (uint32_t)s->sorts.len;
    vec_push(&s->sorts, ((Sort){.parent = id}));
    return id;
}

uint32_t sort_root(const Sorts *s, uint32_t id)
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
    uint32_t a = sort_root(s, x), b = sort_root(s, y);
    if (a == b)
        return;
    Sort *to = &s->sorts.at[a], *from = &s->sorts.at[b];
    from->parent = a;
    to->mixed |= from->mixed || (to->width && from->width && to->width != from->width);
    to->width |= from->width;
    to->stride = stride_join(to->stride, from->stride);
    to->looked |= from->looked;
    to->open |= from->open;
    to->made |= from->made;
    sort_cut(to, from->cut);
    to->signs |= from->signs;
    to->zeros |= from->zeros;
    uint32_t p = to->pointee, q = from->pointee;
    to->pointee = p ? p : q;
    if (p && q)
        unite(s, p, q);
}

static uint32_t pointee(Sorts *s, uint32_t id)
{
    uint32_t root = sort_root(s, id);
    if (!s->sorts.at[root].pointee) {
        uint32_t target = fresh(s);
        s->sorts.at[root].pointee = target;
    }
    return sort_root(s, s->sorts.at[root].pointee);
}

Sort *sort_get(const Sorts *s, uint32_t id)
{
    return &s->sorts.at[sort_root(s, id)];
}

/* ---- values ---- */

bool sort_is_number(LLVMValueRef value)
{
    return LLVMIsAConstantInt(value) || LLVMIsNull(value) || LLVMIsUndef(value) ||
           LLVMIsPoison(value);
}

static uint32_t sort_of(Sorts *s, LLVMValueRef value);
static void open_up(Sorts *s, LLVMValueRef value);

/* An address that is known when the program starts: that of its base. */
static LLVMValueRef base_of(LLVMValueRef value)
{
    for (;;) {
        bool part = LLVMIsAConstantExpr(value) && (LLVMGetConstOpcode(value) == LLVMGetElementPtr ||
                                                   LLVMGetConstOpcode(value) == LLVMBitCast);
        if (!part && !LLVMIsAGlobalAlias(value))
            return value;
        value = part ? LLVMGetOperand(value, 0) : LLVMAliasGetAliasee(value);
    }
}

/* Numbers flow one way; what may be a pointer has one sort for all that it points to. */
static void flow(Sorts *s, uint32_t from, uint32_t to, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        vec_push(&s->uses, ((Use){USE_COPY, from, to, NULL}));
    else
        unite(s, to, from);
}

static void flow_in(Sorts *s, uint32_t to, LLVMValueRef value)
{
    if (sort_is_number(value))
        vec_push(&s->constants, ((Member){to, LLVMIsAConstantInt(value) ? value : NULL}));
    else
        flow(s, sort_of(s, value), to, LLVMTypeOf(value));
}

static void initial_value(Sorts *s, uint32_t to, LLVMValueRef value)
{
    if (sort_is_number(value) || LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) {
        flow_in(s, to, value);
        return;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    uint64_t count = kind == LLVMArrayTypeKind    ? LLVMGetArrayLength2(LLVMTypeOf(value))
                     : kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(LLVMTypeOf(value))
                                                  : 0;
    if (!count || count > MOST_ELEMENTS)
        sort_get(s, to)->open = true;
    for (unsigned k = 0; k < count && count <= MOST_ELEMENTS; k++)
        initial_value(s, to, LLVMGetAggregateElement(value, k));
}

static uint32_t sort_of(Sorts *s, LLVMValueRef value)
{
    LLVMValueRef address = value;
    value = base_of(value);
    uint32_t known = map_get(&s->map, value);
    if (known) {
        Sort *sort = sort_get(s, known);
        sort->stride = stride_join(sort->stride, stride_from_base(s->u, address));
        return known;
    }
    uint32_t id = fresh(s);
    map_put(&s->map, value, id);
    sort_get(s, id)->stride = stride_from_base(s->u, address);
    if (LLVMIsAGlobalVariable(value)) {
        uint32_t target = pointee(s, id);
        if (LLVMGetInitializer(value))
            initial_value(s, target, LLVMGetInitializer(value));
        else
            sort_get(s, target)->open = true;
    } else if (LLVMIsAFunction(value)) {
        sort_get(s, id)->made = true;
    } else if (LLVMIsAConstant(value)) { /* and so is what it is made of */
        sort_get(s, id)->open = true;
        for (int k = 0; k < LLVMGetNumOperands(value); k++)
            open_up(s, LLVMGetOperand(value, (unsigned)k));
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
    if (!sort_is_number(value))
        sort_get(s, sort_of(s, value))->looked = true;
}

static void open_up(Sorts *s, LLVMValueRef value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    if (!sort_is_number(value) && kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind)
        sort_get(s, sort_of(s, value))->open = true;
}

static void add_use(Sorts *s, UseKind kind, LLVMValueRef value, LLVMValueRef instr)
{
    if (sort_is_number(value))
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
    Sort *sort = sort_get(s, id);
    uint8_t width = width_of(type);
    sort->mixed |= !width || (sort->width && sort->width != width);
    sort->width |= width;
    uint32_t target = pointee(s, id);
    if (s->u->options->goal == C_GOAL_REACH) /* an access that does not matter is not made */
        vec_push(&s->uses, ((Use){USE_MIX, id, target, NULL}));
    else
        sort_get(s, id)->looked = true;
    return target;
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
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        flow(s, result_of(s, callee), sort_of(s, call), LLVMTypeOf(call));
}

static void call_anything(Sorts *s, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        open_up(s, LLVMGetOperand(call, k));
    sort_get(s, sort_of(s, call))->open = true;
}

/* Memory that is new, and that nobody else knows; true: it is such a call. */
static bool call_allocator(Sorts *s, LLVMValueRef call, const char *name)
{
    bool allocates = strcmp(name, "malloc") == 0 || strcmp(name, "calloc") == 0;
    if (!allocates && strcmp(name, "free") != 0)
        return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        look(s, LLVMGetOperand(call, k));
    if (allocates)
        sort_get(s, pointee(s, sort_of(s, call)))->made = true;
    return true;
}

/* pthread_create: the argument goes to the function, and to nobody else. */
static bool start_thread(Sorts *s, LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetNumArgOperands(call) == 4 ? LLVMGetOperand(call, 2) : NULL;
    if (!function || !LLVMIsAFunction(function) || LLVMIsDeclaration(function))
        return false;
    for (unsigned k = 0; k < 2; k++)
        open_up(s, LLVMGetOperand(call, k));
    if (LLVMCountParams(function) > 0)
        flow_in(s, sort_of(s, LLVMGetParam(function, 0)), LLVMGetOperand(call, 3));
    else
        open_up(s, LLVMGetOperand(call, 3));
    sort_get(s, result_of(s, function))->open = true;
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
    if (strcmp(name, "__heddle_apart") == 0) {
        look(s, LLVMGetOperand(call, 1)), look(s, LLVMGetOperand(call, 3));
        return true;
    }
    if (begins_with(name, "llvm.threadlocal.address")) {
        flow_in(s, sort_of(s, call), LLVMGetOperand(call, 0));
        return true;
    }
    if (begins_with(name, "llvm.memcpy") || begins_with(name, "llvm.memmove")) {
        uint32_t to = sort_of(s, LLVMGetOperand(call, 0));
        pointee(s, to);
        unite(s, to, sort_of(s, LLVMGetOperand(call, 1)));
        sort_get(s, to)->looked = true;
        look(s, LLVMGetOperand(call, 2));
        return true;
    }
    return false;
}

/* May a call through a pointer be one of this function?  Types tell, unless the caller knows none.
 */
static bool may_call(LLVMValueRef call, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned params = LLVMCountParams(function);
    if (LLVMIsFunctionVarArg(type) || LLVMCountParamTypes(type) != LLVMGetNumArgOperands(call))
        return params <= LLVMGetNumArgOperands(call);
    if (params != LLVMGetNumArgOperands(call))
        return false;
    for (unsigned k = 0; k < params; k++)
        if (LLVMTypeOf(LLVMGetParam(function, k)) != LLVMTypeOf(LLVMGetOperand(call, k)))
            return false;
    return true;
}

/* What is shown to people changes nothing, but for strings, which are read.  (Where only calls are
 * of interest memory may not hold what would be shown.)  True: it is that. */
static bool call_trace(Sorts *s, LLVMValueRef call, const char *name)
{
    if (strcmp(name, "__heddle_trace") != 0 || s->u->options->goal == C_GOAL_REACH)
        return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        LLVMValueRef argument = LLVMGetOperand(call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind)
            open_up(s, argument);
    }
    return true;
}

static void visit_call(Sorts *s, LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
    if (call_mover(s, i, name) || call_allocator(s, i, name) || call_trace(s, i, name))
        return;
    if (!LLVMIsAFunction(callee)) {
        look(s, callee);
        bool foreign = LLVMIsAInlineAsm(callee) != NULL;
        vec_each (LLVMValueRef, function, &s->foreign)
            foreign |= may_call(i, *function);
        if (foreign)
            call_anything(s, i);
        vec_each (LLVMValueRef, function, &s->taken)
            if (may_call(i, *function))
                connect(s, i, *function);
        return;
    }
    if (input_behind(s->u, callee)) {
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
    sort_get(s, sort_of(s, i))->made = true;
    if (sort_is_number(a) || sort_is_number(b)) {
        add_use(s, USE_TEST, sort_is_number(a) ? b : a, i);
        return;
    }
    if (LLVMGetICmpPredicate(i) <= LLVMIntNE) {
        add_use(s, USE_EQUAL, a, i);
        add_use(s, USE_EQUAL, b, i);
        return;
    }
    add_use(s, USE_MIX, a, i);
    add_use(s, USE_MIX, b, i);
}

static void visit_arithmetic(Sorts *s, LLVMValueRef i)
{
    sort_get(s, sort_of(s, i))->made = true;
    bool traps = undefined_division(i);
    unsigned one;
    uint64_t number;
    UseKind kind = step_is(i, &one, &number) ? USE_STEP : USE_MIX;
    if (s->u->options->undefined && undefined_shift(i))
        look(s, i); /* it may go wrong, even if nobody wants the result */
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        if (s->u->options->overflow || traps)
            look(s, operand);
        add_use(s, kind, operand, i);
    }
}

static void visit_address(Sorts *s, LLVMValueRef i)
{
    unite(s, sort_of(s, i), sort_of(s, LLVMGetOperand(i, 0)));
    Sort *sort = sort_get(s, sort_of(s, i));
    sort->stride = stride_join(sort->stride, stride_of(s->u, i));
    if (undefined_index(s->u, i))
        look(s, i);
    for (int k = 1; k < LLVMGetNumOperands(i); k++)
        add_use(s, USE_MIX, LLVMGetOperand(i, (unsigned)k), i);
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

/* A value that is widened, or cut and fits, is the same number to those who know how. */
static void visit_cast(Sorts *s, LLVMValueRef i, LLVMOpcode op)
{
    LLVMValueRef from = LLVMGetOperand(i, 0);
    if (op == LLVMBitCast || op == LLVMFreeze) {
        flow_in(s, sort_of(s, i), from);
        return;
    }
    if (sort_is_number(from)) {
        sort_get(s, sort_of(s, i))->made = true;
        return;
    }
    if (op == LLVMTrunc)
        sort_cut(sort_get(s, sort_of(s, i)), LLVMGetIntTypeWidth(LLVMTypeOf(i)));
    Sort *sort = sort_get(s, sort_of(s, from));
    sort->signs |= op == LLVMSExt;
    sort->zeros |= op == LLVMZExt;
    add_use(s, USE_STEP, from, i);
}

static void visit_other(Sorts *s, LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        open_up(s, LLVMGetOperand(i, (unsigned)k));
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        sort_get(s, sort_of(s, i))->open = true;
}

/* ---- branches ----
 *
 * Where only calls are of interest, a condition matters as much as what it decides.  If both sides
 * come together again after doing nothing but compute and store, these are the things stored, and
 * what is chosen where they meet. */

enum { MOST_STEPS = 6 }; /* blocks of one side */

/* Has it no effect but its result, or what it stores? */
static bool is_quiet(const Sorts *s, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    size_t len;
    if (op == LLVMCall) {
        LLVMValueRef callee = LLVMGetCalledValue(i);
        return LLVMIsAFunction(callee) &&
               (input_behind(s->u, callee) ||
                begins_with(LLVMGetValueName2(callee, &len), "llvm.dbg") ||
                begins_with(LLVMGetValueName2(callee, &len), "llvm.lifetime"));
    }
    return op == LLVMLoad || op == LLVMStore || op == LLVMGetElementPtr || op == LLVMICmp ||
           op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc || op == LLVMAdd || op == LLVMSub ||
           op == LLVMMul || op == LLVMAnd || op == LLVMOr || op == LLVMXor || op == LLVMShl ||
           op == LLVMLShr || op == LLVMAShr || op == LLVMPHI || op == LLVMSelect || op == LLVMBr;
}

/* Goes along the blocks of a side; returns the first one that another way leads to, too.  NULL: the
 * side is not quiet. */
static LLVMBasicBlockRef end_of_side(const Sorts *s, LLVMBasicBlockRef block,
                                     LLVMBasicBlockRef join)
{
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        LLVMValueRef label = LLVMBasicBlockAsValue(block);
        LLVMUseRef first = LLVMGetFirstUse(label);
        if (block == join || (first && LLVMGetNextUse(first)))
            return block;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (!is_quiet(s, i))
                return NULL;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (!LLVMIsABranchInst(end) || LLVMIsConditional(end))
            return NULL;
        block = LLVMGetSuccessor(end, 0);
    }
    return NULL;
}

/* What is stored on a side depends on the condition. */
static void decide_side(Sorts *s, uint32_t condition, LLVMBasicBlockRef block,
                        LLVMBasicBlockRef join)
{
    for (; block != join; block = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAStoreInst(i)) {
                uint32_t cells = pointee(s, sort_of(s, LLVMGetOperand(i, 1)));
                vec_push(&s->uses, ((Use){USE_MIX, condition, cells, NULL}));
            }
}

static void visit_branch(Sorts *s, LLVMValueRef i)
{
    LLVMBasicBlockRef yes = LLVMGetSuccessor(i, 0), no = LLVMGetSuccessor(i, 1);
    LLVMBasicBlockRef join = end_of_side(s, yes, NULL),
                      other = join ? end_of_side(s, no, join) : NULL;
    bool quiet = s->u->options->goal == C_GOAL_REACH && join && join == other &&
                 !sort_is_number(LLVMGetCondition(i));
    if (!quiet) {
        look(s, LLVMGetCondition(i));
        return;
    }
    uint32_t condition = sort_of(s, LLVMGetCondition(i));
    decide_side(s, condition, yes, join);
    decide_side(s, condition, no, join);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(join); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        vec_push(&s->uses, ((Use){USE_MIX, condition, sort_of(s, phi), phi}));
}

/* Computes a float, or compares two, and cannot go wrong. */
static bool is_of_floats(LLVMOpcode op)
{
    return op == LLVMSIToFP || op == LLVMUIToFP || op == LLVMFAdd || op == LLVMFSub ||
           op == LLVMFMul || op == LLVMFDiv || op == LLVMFNeg || op == LLVMFPExt ||
           op == LLVMFPTrunc || op == LLVMFCmp;
}

static bool is_scalar_cast(LLVMValueRef i, LLVMOpcode op)
{
    bool integers = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
    return integers && (op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc);
}

/* Not a vector of them. */
static bool is_one_number(LLVMValueRef i)
{
    return type_scalar(LLVMTypeOf(i)).kind != TYPE_VOID &&
           type_scalar(LLVMTypeOf(LLVMGetOperand(i, 0))).kind != TYPE_VOID;
}

static void visit(Sorts *s, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool integer = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
    if (op == LLVMAlloca)
        sort_get(s, pointee(s, sort_of(s, i)))->made = true; /* whatever was there before */
    else if (op == LLVMLoad)
        flow(s, accessed(s, LLVMGetOperand(i, 0), LLVMTypeOf(i)), sort_of(s, i), LLVMTypeOf(i));
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
        visit_branch(s, i);
    else if (op == LLVMSwitch)
        add_use(s, USE_SWITCH, LLVMGetOperand(i, 0), i);
    else if ((integer && LLVMIsABinaryOperator(i)) || (is_of_floats(op) && is_one_number(i)))
        visit_arithmetic(s, i);
    else if (op != LLVMRet && op != LLVMBr && op != LLVMUnreachable)
        visit_other(s, i);
}

/* ---- the whole ---- */

/* What a function requires of its parameters is not in its body. */
static void open_required(Sorts *s)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f)) {
        LLVMValueRef original = LLVMGetNamedFunction(s->u->module, LLVMGetValueName(f));
        if (original && !LLVMIsDeclaration(original) && predicate_requires(s->u, original))
            for (unsigned k = 0; k < LLVMCountParams(f); k++)
                open_up(s, LLVMGetParam(f, k));
    }
}

/* main is called by nobody we see, and returns to nobody who looks. */
static void visit_functions(Sorts *s)
{
    LLVMModuleRef module = s->module;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !function_is_called_only(f))
            vec_push(&s->taken, f);
        else if (LLVMIsDeclaration(f) && !function_is_called_only(f))
            vec_push(&s->foreign, f);
    LLVMValueRef first = LLVMGetNamedFunction(module, "main");
    for (unsigned k = 0; k < LLVMCountParams(first); k++)
        open_up(s, LLVMGetParam(first, k));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && map_get(&s->reached, b);
                 i = LLVMGetNextInstruction(i))
                visit(s, i);
    vec_each (LLVMValueRef, function, &s->taken) /* and by models that start threads */
        for (unsigned k = 0; func_is_lib(*function) && k < LLVMCountParams(*function); k++)
            open_up(s, LLVMGetParam(*function, k));
    open_required(s);
}

/* Whoever is out of sight can follow pointers; so can one who reads bytes as what they are not. */
static void open_pointees(Sorts *s)
{
    bool changed = true;
    for (uint32_t id = 1; id < s->sorts.len; id++)
        s->sorts.at[id].mixed |= stride_overlaps(s->u, &s->sorts.at[id]);
    while (changed) {
        changed = false;
        for (uint32_t id = 1; id < s->sorts.len; id++) {
            Sort *sort = &s->sorts.at[id];
            if (sort->parent != id || !sort->pointee || !(sort->open || sort->mixed))
                continue;
            Sort *target = sort_get(s, sort->pointee);
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
            Sort *sort = sort_get(s, use->sort);
            bool live = use->kind == USE_SWITCH || sort_get(s, use->result)->live;
            changed |= live && !sort->live;
            sort->live |= live;
        }
    }
}

/* The blocks of the copy that main leads to: they stand where those of the unit do. */
static void copy_reached(Sorts *s)
{
    LLVMValueRef from = LLVMGetFirstFunction(s->u->module), to = LLVMGetFirstFunction(s->module);
    for (; from && to; from = LLVMGetNextFunction(from), to = LLVMGetNextFunction(to)) {
        LLVMBasicBlockRef a = LLVMGetFirstBasicBlock(from), b = LLVMGetFirstBasicBlock(to);
        for (; a && b; a = LLVMGetNextBasicBlock(a), b = LLVMGetNextBasicBlock(b))
            if (map_get(&s->u->reached, a))
                map_put(&s->reached, b, 1);
    }
}

static Sorts *find_sorts(Unit *u, LLVMModuleRef module)
{
    Sorts *s = memory_alloc(sizeof *s);
    s->u = u;
    s->module = module;
    s->owned = module != u->module;
    fresh(s); /* 0: none */
    copy_reached(s);
    visit_functions(s);
    open_pointees(s);
    find_live(s);
    return s;
}

/* A function that nobody is seen to call, and that is of interest all the same. */
static bool has_hidden_caller(Unit *u)
{
    LLVMValueRef first = LLVMGetNamedFunction(u->module, "main");
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        if (map_get(&u->reached, f) && !LLVMIsDeclaration(f) && !LLVMGetFirstUse(f) &&
            !func_is_lib(f) && f != first)
            return true;
    return false;
}

Sorts *sort_find(Unit *u)
{
    return has_hidden_caller(u) ? NULL : find_sorts(u, u->module);
}

static const char number_kind[] = "heddle.number";

static unsigned number_kind_of(Unit *u)
{
    return LLVMGetMDKindIDInContext(u->context, number_kind, sizeof number_kind - 1);
}

/* Numbers the instructions that can be uses, so that they are found again. */
static void number_instructions(Unit *u, const Sorts *plain, Sorts *s)
{
    LLVMTypeRef type = LLVMInt32TypeInContext(u->context);
    unsigned kind = number_kind_of(u);
    vec_each (Use, use, &plain->uses) {
        if (!use->instr || LLVMGetMetadata(use->instr, kind))
            continue;
        LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(type, s->twins.len, false));
        LLVMMetadataRef node = LLVMMDNodeInContext2(u->context, &number, 1);
        LLVMSetMetadata(use->instr, kind, LLVMMetadataAsValue(u->context, node));
        vec_push(&s->twins, use->instr);
    }
}

/* The unit's own instruction; NULL: there is none. */
LLVMValueRef sort_twin(const Sorts *s, LLVMValueRef instr)
{
    LLVMValueRef node = LLVMGetMetadata(instr, number_kind_of(s->u)), number;
    if (!node)
        return NULL;
    LLVMGetMDNodeOperands(node, &number);
    uint64_t id = LLVMConstIntGetZExtValue(number);
    return id < s->twins.len ? s->twins.at[id] : NULL;
}

Sorts *sort_find_promoted(Unit *u, const Sorts *plain)
{
    Sorts numbered = {0};
    if (!plain || (!plain->inputs.len && !LLVMGetNamedFunction(u->module, "__heddle_matters")))
        return NULL;
    number_instructions(u, plain, &numbered);
    LLVMModuleRef module = LLVMCloneModule(u->module);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, "function(mem2reg)", NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error)
        LLVMConsumeError(error);
    Sorts *s = find_sorts(u, module);
    s->twins.at = numbered.twins.at;
    s->twins.len = numbered.twins.len;
    s->twins.cap = numbered.twins.cap;
    bool same = s->inputs.len == plain->inputs.len;
    for (size_t k = 0; same && k < s->inputs.len; k++) {
        LLVMValueRef twin = plain->inputs.at[k].value;
        map_put(&s->map, twin, s->inputs.at[k].sort);
        s->inputs.at[k].value = twin;
    }
    if (same)
        return s;
    sort_free(s);
    return NULL;
}

void sort_free(Sorts *s)
{
    if (!s)
        return;
    if (s->owned)
        LLVMDisposeModule(s->module);
    map_free(&s->reached);
    map_free(&s->map);
    map_free(&s->results);
    vec_free(&s->sorts);
    vec_free(&s->uses);
    vec_free(&s->constants);
    vec_free(&s->inputs);
    vec_free(&s->taken);
    vec_free(&s->foreign);
    vec_free(&s->twins);
    memory_free(s);
}

bool sort_is_dead(const Unit *u, LLVMValueRef address)
{
    Sorts *s = u->sorts;
    uint32_t id = s ? map_get(&s->map, base_of(address)) : 0;
    if (!id || !sort_get(s, id)->pointee)
        return false;
    const Sort *pointer = sort_get(s, id);
    return !pointer->open && !pointer->mixed && !sort_get(s, pointer->pointee)->live;
}

bool sort_is_seen(const Unit *u, LLVMValueRef function)
{
    size_t len;
    Sorts *s = u->input_sorts ? u->input_sorts : u->sorts;
    const char *name = LLVMGetValueName2(function, &len);
    LLVMValueRef own = s ? LLVMGetNamedFunction(s->module, name) : NULL;
    uint32_t id = own ? map_get(&s->results, own) : 0;
    return !id || sort_get(s, id)->live;
}

size_t sort_inputs(const Unit *u)
{
    return u->input_sorts ? u->input_sorts->inputs.len : 0;
}

LLVMValueRef sort_input(const Unit *u, size_t k)
{
    return u->input_sorts->inputs.at[k].value;
}
