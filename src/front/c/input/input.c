/* input.c -- nondeterministic inputs; see func.h.  Symbolic values would enter here.
 *
 * An input is exact if
 *   - it has at most 8 bits: all its values are tried; or
 *   - it is only compared with constants: values around these stand for all; or
 *   - at most 4,096 of its values get past the assumptions right behind it: these are tried.
 * Any other input is tried with a few values, and the verdict cannot be "safe". */
#include <stdlib.h>

#include "front/c/input/usage.h"

enum { MOST_EXACT = 4096, MOST_TRIED = 24, MOST_CONSTANTS = 4096 };

/* Functions of the C library that are inputs; low is the least value that they return. */
typedef struct Library {
    const char *name;
    int64_t low;
} Library;
static const Library library[] = {
    {"rand", 0}, {"random", 0}, {"lrand48", 0},  {"mrand48", INT64_MIN}, {"rand_r", 0},
    {"time", 0}, {"clock", 0},  {"getchar", -1}, {"arc4random", 0},
};

static const char *const nondet = "__VERIFIER_nondet_";

/* __VERIFIER_nondet_uint and the like: by the rest of the name. */
static bool is_unsigned(const char *rest)
{
    return *rest == 'u' || *rest == 'U' || strcmp(rest, "bool") == 0 ||
           strcmp(rest, "_Bool") == 0 || strcmp(rest, "size_t") == 0;
}

bool input_is(const char *name)
{
    for (size_t k = 0; k < sizeof library / sizeof *library; k++)
        if (strcmp(name, library[k].name) == 0)
            return true;
    return strncmp(name, nondet, strlen(nondet)) == 0;
}

static const char *called(LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
}

/* The only call in a function that does nothing but return its result; NULL: there is none. */
static LLVMValueRef only_call(LLVMValueRef function)
{
    LLVMValueRef call = NULL;
    LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        if (op == LLVMRet)
            return LLVMGetNumOperands(i) && LLVMGetOperand(i, 0) == call ? call : NULL;
        bool plain = op == LLVMAlloca || op == LLVMStore || op == LLVMLoad ||
                     strncmp(called(i), "llvm.dbg", 8) == 0;
        if (!plain && (op != LLVMCall || call))
            return NULL;
        if (!plain)
            call = i;
    }
    return NULL;
}

const char *input_behind(const Unit *u, LLVMValueRef function)
{
    size_t len;
    const char *name = LLVMGetValueName2(function, &len);
    if (LLVMIsDeclaration(function))
        return input_is(name) ? name : NULL;
    LLVMValueRef call =
        u->options->goal == C_GOAL_ALL || func_is_lib(function) ? NULL : only_call(function);
    LLVMValueRef callee = call ? LLVMGetCalledValue(call) : NULL;
    bool input = callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
                 input_is(LLVMGetValueName2(callee, &len));
    return input ? LLVMGetValueName2(callee, &len) : NULL;
}

static bool find_range(const Call *call, Type type, Range *range)
{
    unsigned unused = 64u - type.bits;
    range->bits = type.bits;
    if (strncmp(call->name, nondet, strlen(nondet)) == 0) {
        range->is_signed = type.bits > 1 && !is_unsigned(call->name + strlen(nondet));
        range->low = range->is_signed ? (uint64_t)(INT64_MIN >> unused) : 0;
        range->high = range->is_signed ? (uint64_t)(INT64_MAX >> unused) : UINT64_MAX >> unused;
        return true;
    }
    for (size_t k = 0; k < sizeof library / sizeof *library; k++) {
        if (strcmp(call->name, library[k].name) != 0)
            continue;
        int64_t least = INT64_MIN >> unused;
        range->is_signed = true;
        range->low = (uint64_t)(library[k].low < least ? least : library[k].low);
        range->high = (uint64_t)(INT64_MAX >> unused);
        return true;
    }
    return false;
}

Ref input_choose(Func *f, Type type, const Values *values, bool all)
{
    Ref index = func_temporary(f, TYPE_U32), dst = func_temporary(f, type);
    Label done = build_label(f->b);
    VEC(int32_t) cases = {0};
    VEC(Label) labels = {0};
    func_emit(f, (Instr){.op = OP_CHOOSE,
                         .flags = all ? FLAG_ALL : 0,
                         .type = TYPE_U32,
                         .dst = index,
                         .a = build_constant(f->b, 0),
                         .b = build_constant(f->b, values->len - 1)});
    for (size_t k = 0; k < values->len; k++) {
        vec_push(&labels, build_label(f->b));
        vec_push(&cases, build_constant(f->b, k));
        vec_push(&cases, (int32_t)labels.at[k]);
    }
    func_emit(f, (Instr){.op = OP_SWITCH,
                         .type = TYPE_U32,
                         .a = index,
                         .target = labels.at[0],
                         .list = build_list(f->b, cases.at, cases.len)});
    for (size_t k = 0; k < values->len; k++) {
        func_place(f, labels.at[k]);
        func_emit(f, (Instr){.op = OP_MOV,
                             .type = type,
                             .dst = dst,
                             .a = func_constant(f, type, values->at[k])});
        func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    }
    func_place(f, done);
    vec_free(&cases);
    vec_free(&labels);
    return dst;
}

static Ref choose_range(Func *f, Type type, Range range)
{
    Ref dst = func_temporary(f, type);
    func_emit(f, (Instr){.op = OP_CHOOSE,
                         .type = type,
                         .dst = dst,
                         .a = func_constant(f, type, range.low),
                         .b = func_constant(f, type, range.high)});
    return dst;
}

static void add(Range range, uint64_t value, Values *values)
{
    if (range_less(range, value, range.low) || range_less(range, range.high, value) ||
        values->len >= MOST_TRIED)
        return;
    vec_each (uint64_t, known, values)
        if (*known == value)
            return;
    vec_push(values, value);
}

/* 0, 1, -1, the extremes, the constants of the program and their neighbours. */
static void few_values(Unit *u, Range range, Values *values)
{
    add(range, 0, values);
    add(range, 1, values);
    add(range, UINT64_MAX, values);
    add(range, range.low, values);
    add(range, range.high, values);
    vec_each (uint64_t, constant, &u->interesting) {
        add(range, *constant, values);
        add(range, *constant + 1, values);
        add(range, *constant - 1, values);
    }
}

static void doubt(Func *f, const Call *call, size_t tried, bool all)
{
    char text[512];
    if (func_is_lib(f->function)) /* scanf and the like: nobody has written a call of call->name */
        snprintf(text, sizeof text,
                 "what is read here was tried with %zu values only; to make it exact, "
                 "take it from heddle_choose, with at most %d values",
                 tried, MOST_EXACT);
    else
        snprintf(text, sizeof text,
                 "the result of %s was tried with %zu values only; to make it exact, "
                 "constrain it to at most %d values right behind the call, or use heddle_choose",
                 call->name, tried, MOST_EXACT);
    func_emit(
        f, (Instr){.op = OP_DOUBT, .flags = all ? FLAG_ALL : 0, .other = build_string(f->b, text)});
}

static bool is_null_join(LLVMValueRef user, LLVMValueRef join)
{
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == join &&
           LLVMGetNumArgOperands(user) >= 2 && LLVMIsNull(LLVMGetOperand(user, 1));
}

/* Is the result of this function, if it is that of a thread, of interest to anyone? */
static bool is_result_taken(Unit *u, LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
            return true;
    }
    LLVMValueRef join = LLVMGetNamedFunction(u->module, "pthread_join");
    for (LLVMUseRef use = join ? LLVMGetFirstUse(join) : NULL; use; use = LLVMGetNextUse(use))
        if (!is_null_join(LLVMGetUser(use), join))
            return true;
    return false;
}

static bool is_null_test(LLVMValueRef user)
{
    return LLVMIsAICmpInst(user) && LLVMGetICmpPredicate(user) <= LLVMIntNE &&
           (LLVMIsNull(LLVMGetOperand(user, 0)) || LLVMIsNull(LLVMGetOperand(user, 1)));
}

/* Is a value only returned from a function whose result nobody looks at, or, if it is a pointer,
 * tested against null?  *tested: it is. */
static bool is_hardly_used(Func *f, LLVMValueRef value, bool *tested, int depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const Slot *slot = LLVMIsAStoreInst(user) ? func_slot(f, LLVMGetOperand(user, 1)) : NULL;
        if (LLVMIsAReturnInst(user) && !is_result_taken(f->u, f->function))
            continue;
        if (is_null_test(user)) {
            *tested = true;
            continue;
        }
        if (!slot || slot->kind != SLOT_VARIABLE || depth > 3)
            return false;
        LLVMValueRef cell = LLVMGetOperand(user, 1);
        for (LLVMUseRef other = LLVMGetFirstUse(cell); other; other = LLVMGetNextUse(other))
            if (LLVMIsALoadInst(LLVMGetUser(other)) &&
                !is_hardly_used(f, LLVMGetUser(other), tested, depth + 1))
                return false;
    }
    return true;
}

/* One value for a pointer that nobody looks at; null and some other if it is tested for null.  The
 * other one points nowhere, and nobody tries. */
static void choose_hardly_used(Func *f, const Call *call, Type type, bool tested)
{
    Values values = {0};
    for (uint64_t value = 0; value <= tested; value++)
        vec_push(&values, value);
    known_result(f, call, input_choose(f, type, &values, false), type);
    vec_free(&values);
}

/* Floats and pointers are exact only if nobody looks at them. */
static void choose_opaque(Func *f, const Call *call, Type type)
{
    Values values = {0};
    bool tested = false;
    if (call->result && is_hardly_used(f, call->result, &tested, 0)) {
        choose_hardly_used(f, call, type, tested);
        return;
    }
    double numbers[] = {0.0, 1.0, -1.0};
    size_t count = type.kind == TYPE_PTR ? 1 : 3;
    for (size_t k = 0; k < count; k++) {
        float single = (float)numbers[k];
        uint64_t bits = 0;
        if (type.bits == 32)
            memcpy(&bits, &single, sizeof single);
        else
            memcpy(&bits, &numbers[k], sizeof bits);
        vec_push(&values, bits);
    }
    doubt(f, call, count, false);
    known_result(f, call, input_choose(f, type, &values, false), type);
    vec_free(&values);
}

/* How an input is treated. */
typedef enum Way {
    WAY_VALUES, /* these values stand for all */
    WAY_RANGE,  /* all */
    WAY_SITES,  /* these values, which stand for all unless the run gets to certain places */
    WAY_FEW     /* these values, which do not stand for all */
} Way;

/* More values, for runs that get to those places; not many where proofs are asked for. */
static void add_few_values(Unit *u, Range range, Values *values)
{
    enum { FEW = 8 };
    size_t most = u->options->goal == C_GOAL_ALL ? MOST_TRIED : FEW;
    Values more = {0};
    few_values(u, range, &more);
    for (size_t k = 0; k < more.len && values->len < most; k++)
        add(range, more.at[k], values);
    vec_free(&more);
}

static bool has_few(const Claim *claim)
{
    return claim->narrow.high - claim->narrow.low < MOST_EXACT;
}

static Way find_way(Func *f, LLVMValueRef input, Claim *claim, Sites *sites)
{
    Range narrow = claim->narrow;
    claim->exact = true;
    bool observed = input && (range_observed(input, claim) || sort_observed(f, input, claim, NULL));
    if (observed && claim->values.len <= MOST_EXACT &&
        !(has_few(claim) && narrow.high - narrow.low < claim->values.len))
        return WAY_VALUES;
    if (has_few(claim) || claim->full.bits <= 8)
        return WAY_RANGE;
    if (input && sort_observed(f, input, claim, sites) && claim->values.len <= MOST_EXACT)
        return WAY_SITES;
    claim->exact = false;
    claim->values.len = 0;
    few_values(f->u, narrow, &claim->values);
    return WAY_FEW;
}

/* Tells who asks why the values that are tried are enough. */
static void tell(const Func *f, const Claim *claim, Way way)
{
    const COptions *options = f->u->options;
    if (!options->on_claim)
        return;
    Claim told = *claim;
    if (way == WAY_RANGE) { /* all that are left */
        told.seen.len = told.values.len = 0;
        told.exact = false;
    }
    options->on_claim(options->claim_data, &told);
}

/* The values of the range, in a type of the same size that may have another sign. */
static Range in_type(Range range, Type type)
{
    bool is_signed = type.kind == TYPE_SIGNED;
    unsigned unused = 64u - type.bits;
    uint64_t most = is_signed ? (uint64_t)(INT64_MAX >> unused) : UINT64_MAX >> unused;
    bool fits =
        range.is_signed == is_signed || (is_signed ? range.high <= most : (int64_t)range.low >= 0);
    if (!fits) {
        range.low = is_signed ? (uint64_t)(INT64_MIN >> unused) : 0;
        range.high = most;
    }
    range.is_signed = is_signed;
    return range;
}

/* Who can takes all values at once, as prove does; the others go on. */
static Label choose_all(Func *f, Type type, Range range, Ref dst)
{
    Label all = build_label(f->b), few = build_label(f->b), done = build_label(f->b);
    Ref can = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_MOV,
                         .flags = FLAG_ALL,
                         .type = TYPE_U1,
                         .dst = can,
                         .a = build_constant(f->b, 0)});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = can, .target = all, .other = few});
    func_place(f, all);
    func_emit(f, (Instr){.op = OP_CHOOSE,
                         .type = type,
                         .dst = dst,
                         .a = func_constant(f, type, range.low),
                         .b = func_constant(f, type, range.high)});
    func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    func_place(f, few);
    return done;
}

/* The values that are tried, if they are not all; to dst, for those who go on. */
static void choose_some(Func *f, const Call *call, Type type, const Claim *claim, Way way, Ref dst)
{
    if (way == WAY_FEW)
        doubt(f, call, claim->values.len, true);
    Ref ref = way == WAY_RANGE ? choose_range(f, type, claim->narrow)
                               : input_choose(f, type, &claim->values, way != WAY_VALUES);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = ref});
}

static void choose_integer(Func *f, const Call *call, Type type, Range range)
{
    Sites sites = {0};
    Arena arena = {0};
    Claim claim = {.full = range, .narrow = range};
    range_constrained(f, call->result, &arena, &claim);
    if (type.bits > 1)
        type.kind = claim.narrow.is_signed ? TYPE_SIGNED : TYPE_UNSIGNED;
    Way way = find_way(f, call->result, &claim, &sites);
    tell(f, &claim, way);
    if (way == WAY_SITES)
        add_few_values(f->u, claim.narrow, &claim.values);
    bool whole = way == WAY_RANGE && claim.narrow.low == range.low &&
                 claim.narrow.high == range.high && claim.narrow.is_signed == range.is_signed;
    Ref ref = whole ? choose_range(f, type, range) : func_temporary(f, type);
    Label done = whole ? 0 : choose_all(f, type, in_type(range, type), ref);
    if (!whole) {
        choose_some(f, call, type, &claim, way, ref);
        func_place(f, done);
    }
    known_result(f, call, ref, type);
    claim_free(&claim);
    arena_free(&arena);
    vec_free(&sites);
}

/* Does a function of the library get the variable first?  It will be written there, or the machine
 * notices. */
static bool is_filled(LLVMValueRef variable)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(variable); i; i = LLVMGetNextInstruction(i))
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            if (LLVMGetOperand(i, (unsigned)k) == variable && strncmp(called(i), "llvm.", 5) != 0)
                return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
                       func_is_lib(LLVMGetCalledValue(i));
    return false;
}

/* A local variable that others know may be read before it is written.  In SV-COMP it holds anything
 * then: true if a few values stand for that. */
static bool find_unwritten(Func *f, LLVMValueRef variable, Sites *sites, Claim *claim)
{
    enum { MOST_UNWRITTEN = 4 };
    LLVMTypeRef llvm = LLVMGetAllocatedType(variable);
    Type type = LLVMGetTypeKind(llvm) == LLVMIntegerTypeKind ? type_scalar(llvm) : (Type){0};
    if (f->u->options->goal != C_GOAL_REACH || type.kind == TYPE_VOID || type.bits < 8 ||
        range_is_cell(variable) || is_filled(variable) ||
        func_is_lib(LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable))))
        return false;
    claim->full = claim->narrow = (Range){0, UINT64_MAX >> (64 - type.bits), false, type.bits};
    return sort_unwritten(f, variable, claim, sites) && claim->values.len <= MOST_UNWRITTEN;
}

void input_unwritten(Func *f, LLVMValueRef variable, Ref object)
{
    Claim claim = {0};
    Sites sites = {0};
    if (find_unwritten(f, variable, &sites, &claim)) {
        Type type = type_scalar(LLVMGetAllocatedType(variable));
        type.kind = TYPE_UNSIGNED;
        Ref value = input_choose(f, type, &claim.values, true);
        func_emit(f, (Instr){.op = OP_STORE, .type = type, .a = object, .b = value});
    }
    claim_free(&claim);
    vec_free(&sites);
}

static void find_variable_sites(Unit *u, Sites *sites)
{
    Func f = {.u = u};
    Claim claim = {0};
    for (LLVMValueRef g = LLVMGetFirstFunction(u->module); g; g = LLVMGetNextFunction(g))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && map_get(&u->reached, b);
                 i = LLVMGetNextInstruction(i)) {
                sites->len = 0;
                if (LLVMIsAAllocaInst(i) && find_unwritten(&f, i, sites, &claim))
                    vec_each (LLVMValueRef, site, sites)
                        map_put(&u->suspects, *site, 1);
            }
    claim_free(&claim);
}

/* Finds the places where it matters that an input was not tried with all its values. */
void input_find_sites(Unit *u)
{
    Func f = {.u = u};
    Sites sites = {0};
    for (size_t k = 0; k < sort_inputs(u); k++) {
        LLVMValueRef input = sort_input(u, k);
        Call call = {.name = input_behind(u, LLVMGetCalledValue(input))};
        Type type = type_scalar(LLVMTypeOf(input));
        Range range;
        sites.len = 0;
        if (type.kind == TYPE_VOID || type.kind == TYPE_PTR || type.kind == TYPE_FLOAT ||
            !find_range(&call, type, &range))
            continue;
        Arena arena = {0};
        Claim claim = {.full = range, .narrow = range};
        range_constrained(&f, input, &arena, &claim);
        if (find_way(&f, input, &claim, &sites) == WAY_SITES)
            vec_each (LLVMValueRef, site, &sites)
                map_put(&u->suspects, *site, (uint32_t)k + 2);
        claim_free(&claim);
        arena_free(&arena);
    }
    find_variable_sites(u, &sites);
    vec_free(&sites);
}

/* `the result of rand (a.c:7)` */
static const char *suspect_name(Unit *u, uint32_t suspect)
{
    LLVMValueRef input = suspect > 1 ? sort_input(u, suspect - 2) : NULL;
    Pos pos = input ? debug_pos(u, input) : (Pos){0};
    if (!pos.line)
        return "an input";
    return arena_print(&u->arena, "the result of %s (%s:%u)",
                       input_behind(u, LLVMGetCalledValue(input)), source_name(u->sources, pos),
                       pos.line);
}

void input_doubt(Func *f, LLVMValueRef site)
{
    uint32_t suspect = map_get(&f->u->suspects, site);
    if (!suspect)
        return;
    const char *text = arena_print(
        &f->u->arena,
        "this may depend on %s that was tried with a few values only; to make that exact, "
        "constrain it to at most %d values right behind the call, or use heddle_choose",
        suspect_name(f->u, suspect), MOST_EXACT);
    func_emit(f, (Instr){.op = OP_DOUBT, .flags = FLAG_ALL, .other = build_string(f->b, text)});
}

bool input_call(Func *f, const Call *call)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(call->callee));
    Type type = type_scalar(result);
    Range range;
    if (type.kind == TYPE_VOID || !find_range(call, type, &range))
        return false;
    if (type.kind == TYPE_PTR || type.kind == TYPE_FLOAT) {
        choose_opaque(f, call, type);
        return true;
    }
    if (type.bits > 1)
        type.kind = range.is_signed ? TYPE_SIGNED : TYPE_UNSIGNED;
    choose_integer(f, call, type, range);
    return true;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    uint64_t p = x < 0 ? -(uint64_t)x : (uint64_t)x, q = y < 0 ? -(uint64_t)y : (uint64_t)y;
    return p < q ? -1 : p > q ? 1 : x < y ? -1 : x > y;
}

/* The constants of the user's code, the smallest first. */
void input_collect(Unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b);
                 i && map_get(&u->reached, b) && !func_is_lib(f); i = LLVMGetNextInstruction(i)) {
                LLVMOpcode op = LLVMGetInstructionOpcode(i);
                bool counts = op == LLVMICmp || op == LLVMAdd || op == LLVMSub || op == LLVMMul ||
                              op == LLVMSDiv || op == LLVMUDiv || op == LLVMSRem ||
                              op == LLVMURem || op == LLVMSwitch;
                for (int k = 0; counts && k < LLVMGetNumOperands(i); k++) {
                    LLVMValueRef value = LLVMGetOperand(i, (unsigned)k);
                    if (LLVMIsAConstantInt(value) && u->interesting.len < MOST_CONSTANTS)
                        vec_push(&u->interesting, (uint64_t)LLVMConstIntGetSExtValue(value));
                }
            }
    if (u->interesting.len)
        qsort(u->interesting.at, u->interesting.len, sizeof *u->interesting.at, by_size);
}
