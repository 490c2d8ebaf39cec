/* observe.c -- the values that stand for all of an input; see sort.h.
 *
 * Why a few values do.  Let a run lead to an error, and let h take each value of an input to one
 * that no test and no mask tells from it.  The run goes the same way under h, for what is tested
 * for equality stays equal.  Only the last test may have found two values different; so there are
 * two values for h to choose from, and it keeps these two apart.  Constants that meet inputs are
 * values of their own: each is as if tested for. */
#include "front/c/sort_inner.h"

enum { MOST_CANDIDATES = 20000 };

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Sort -> 0: not marked; n + 1: it has the value shifted right by n bits. */
typedef VEC(uint8_t) Sights;
enum { SIGHT_SEVERAL = 255 };

/* How the values of a sort are told apart. */
typedef struct Eyes {
    Range full;
    VEC(uint64_t) equals; /* numbers that it is tested to be equal to, in the bits of the input */
    VEC(uint64_t) orders; /* ... or less than */
    VEC(uint64_t) limits; /* that it is only tested to be less than */
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
           sort_is_number(LLVMGetOperand(i, 1)) && !number_of(LLVMGetOperand(i, 1));
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

/* By how much it is shifted right, being as wide as the input; 0: it is something else. */
static unsigned shift_of(Range full, const Use *use)
{
    LLVMValueRef i = use->instr;
    if (use->kind != USE_MIX || !i || !LLVMIsABinaryOperator(i) ||
        LLVMGetInstructionOpcode(i) != LLVMLShr || !LLVMIsAConstantInt(LLVMGetOperand(i, 1)) ||
        LLVMGetIntTypeWidth(LLVMTypeOf(i)) != full.bits)
        return 0;
    uint64_t shift = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1));
    return shift < full.bits ? (unsigned)shift : 0;
}

/* The value, shifted right, is compared with n. */
static void see_shifted(Eyes *eyes, unsigned shift, uint64_t n)
{
    if (n >> (eyes->full.bits - shift))
        return; /* it is always less */
    vec_push(&eyes->limits, n << shift);
    vec_push(&eyes->limits, bits_of(eyes->full, (n + 1) << shift));
}

static void see_number(Eyes *eyes, unsigned shift, bool order, LLVMValueRef number)
{
    uint64_t n = bits_of(eyes->full, number_of(number));
    eyes->sign |= order;
    if (shift)
        see_shifted(eyes, shift, n);
    else if (order)
        vec_push(&eyes->orders, n);
    else
        vec_push(&eyes->equals, n);
}

static bool see_use(Eyes *eyes, unsigned shift, const Use *use)
{
    LLVMValueRef i = use->instr;
    if (use->kind == USE_MIX)
        return shift_of(eyes->full, use) > 0;
    if (use->kind == USE_COPY)
        return true;
    if (use->kind == USE_MASK) {
        eyes->mask |= LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1));
        return !shift;
    }
    if (use->kind == USE_EQUAL) {
        eyes->pairs = true;
        return !shift && must_hold((Claim){i, i, LLVMGetICmpPredicate(i) == LLVMIntNE, 0});
    }
    if (use->kind == USE_SWITCH) {
        for (unsigned k = 1; k < LLVMGetNumSuccessors(i); k++)
            see_number(eyes, shift, false, LLVMGetOperand(i, 2 * k));
        return true;
    }
    bool first = sort_is_number(LLVMGetOperand(i, 0));
    see_number(eyes, shift, LLVMGetICmpPredicate(i) > LLVMIntNE, LLVMGetOperand(i, first ? 0 : 1));
    return true;
}

static bool matters(const Sorts *s, const Use *use)
{
    return use->kind == USE_SWITCH || sort_get(s, use->result)->live;
}

/* A sort gets a value; true: that is news. */
static bool arrive(Range full, Sights *to, uint32_t id, unsigned shift)
{
    uint8_t sight = shift < full.bits ? (uint8_t)(shift + 1) : SIGHT_SEVERAL;
    if (to->at[id] == sight || to->at[id] == SIGHT_SEVERAL)
        return false;
    to->at[id] = to->at[id] ? SIGHT_SEVERAL : sight;
    return true;
}

static bool mark(Sights *from, uint32_t id)
{
    bool news = !from->at[id];
    from->at[id] = 1;
    return news;
}

/* Marks where the marked ones come from, and where they go. */
static void spread(const Sorts *s, Range full, Sights *from, Sights *to)
{
    bool changed = true;
    while (changed) {
        changed = false;
        vec_each (Use, use, &s->uses) {
            uint32_t a = sort_root(s, use->sort), b = sort_root(s, use->result);
            unsigned shift = shift_of(full, use);
            bool goes = use->kind == USE_COPY || shift;
            if (goes && matters(s, use) && to->at[a] == SIGHT_SEVERAL)
                changed |= arrive(full, to, b, SIGHT_SEVERAL);
            else if (goes && matters(s, use) && to->at[a])
                changed |= arrive(full, to, b, to->at[a] - 1u + shift);
            if ((use->kind == USE_COPY || use->kind == USE_EQUAL) && from->at[b])
                changed |= mark(from, a);
            if (use->kind == USE_EQUAL && matters(s, use) && to->at[a])
                changed |= mark(from, b); /* for the other side: where the result comes from */
        }
        vec_each (Member, input, &s->inputs) {
            uint32_t root = sort_root(s, input->sort);
            if (from->at[root])
                changed |= arrive(full, to, root, 0);
        }
    }
}

static const char *behind(const Unit *u, LLVMValueRef input)
{
    return input_behind(u, LLVMGetCalledValue(input));
}

/* Inputs that may meet must be able to have the same values. */
static bool inputs_agree(Func *f, const Sorts *s, const Sights *from, LLVMValueRef input,
                         Range full)
{
    vec_each (Member, other, &s->inputs) {
        if (!from->at[sort_root(s, other->sort)])
            continue;
        Range range = range_constrained(f, other->value, full);
        if (strcmp(behind(f->u, other->value), behind(f->u, input)) != 0 || range.low != full.low ||
            range.high != full.high)
            return false;
    }
    return true;
}

/* All that may meet an input must be inputs, or constants. */
static bool sources_agree(Func *f, const Sights *from, LLVMValueRef input, Eyes *eyes)
{
    const Sorts *s = f->u->input_sorts;
    vec_each (Use, use, &s->uses) /* results of comparisons are marked only to find the others */
        if (use->kind == USE_EQUAL)
            from->at[sort_root(s, use->result)] = false;
    bool signs = false, zeros = false;
    for (uint32_t id = 1; id < s->sorts.len; id++) {
        if (from->at[id] && (s->sorts.at[id].made || s->sorts.at[id].open))
            return false;
        signs |= from->at[id] && s->sorts.at[id].signs;
        zeros |= from->at[id] && s->sorts.at[id].zeros;
    }
    eyes->sign |= signs && zeros; /* equal bits may become different numbers */
    vec_each (Member, constant, &s->constants)
        if (from->at[sort_root(s, constant->sort)])
            vec_push(&eyes->equals, bits_of(eyes->full, number_of(constant->value)));
    return inputs_agree(f, s, from, input, eyes->full);
}

/* Where a use stands that could tell any two values apart; false: nobody asks, or it is not known.
 */
static bool add_site(const Sorts *s, const Use *use, Sites *sites)
{
    LLVMValueRef twin = !sites || !use->instr ? NULL
                        : s->owned            ? sort_twin(s, use->instr)
                                              : use->instr;
    if (twin)
        vec_push(sites, twin);
    return twin != NULL;
}

static bool look_with(Func *f, const Sorts *s, uint32_t root, LLVMValueRef input, Eyes *eyes,
                      Sites *sites, Sights *from, Sights *to)
{
    vec_resize(from, s->sorts.len);
    vec_resize(to, s->sorts.len);
    to->at[root] = 1;
    spread(s, eyes->full, from, to);
    for (uint32_t id = 1; id < s->sorts.len; id++) {
        const Sort *sort = &s->sorts.at[id];
        if (to->at[id] && (sort->open || sort->looked || sort->narrow < eyes->full.bits ||
                           to->at[id] == SIGHT_SEVERAL))
            return false;
    }
    vec_each (Use, use, &s->uses) {
        uint8_t sight = to->at[sort_root(s, use->sort)];
        if (sight && matters(s, use) && !see_use(eyes, sight - 1u, use) && !add_site(s, use, sites))
            return false;
    }
    return root && (!eyes->pairs || (input && sources_agree(f, from, input, eyes)));
}

static bool look_through(Func *f, const Sorts *s, uint32_t root, LLVMValueRef input, Eyes *eyes,
                         Sites *sites)
{
    Sights from = {0}, to = {0};
    bool observed = root && look_with(f, s, root, input, eyes, sites, &from, &to);
    vec_free(&from);
    vec_free(&to);
    return observed;
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
    vec_each (uint64_t, n, &eyes->limits)
        if ((a < *n) != (b < *n))
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

static bool find_values(Eyes *eyes, Range range, Values *values)
{
    size_t changes = 4 + eyes->equals.len + eyes->orders.len + eyes->limits.len;
    values->len = 0;
    if (changes * (eyes->mask + 1) > MOST_CANDIDATES)
        return false;
    consider_near(eyes, range, 0, values);
    consider_near(eyes, range, range.low, values);
    consider_near(eyes, range, range.high, values);
    consider_near(eyes, range, (uint64_t)1 << (range.bits - 1), values);
    vec_each (uint64_t, n, &eyes->equals)
        consider_near(eyes, range, *n, values);
    vec_each (uint64_t, n, &eyes->orders)
        consider_near(eyes, range, *n, values);
    vec_each (uint64_t, n, &eyes->limits)
        consider_near(eyes, range, *n, values);
    return values->len > 0;
}

bool sort_observed(Func *f, LLVMValueRef input, Range full, Range range, Sites *sites,
                   Values *values)
{
    const Sorts *s = f->u->input_sorts;
    Eyes eyes = {.full = full};
    bool observed =
        s && look_through(f, s, sort_root(s, map_get(&s->map, input)), input, &eyes, sites) &&
        find_values(&eyes, range, values);
    vec_free(&eyes.equals);
    vec_free(&eyes.orders);
    vec_free(&eyes.limits);
    return observed;
}

bool sort_unwritten(Func *f, LLVMValueRef variable, Range full, Sites *sites, Values *values)
{
    const Sorts *s = f->u->sorts;
    uint32_t id = s ? map_get(&s->map, variable) : 0;
    const Sort *pointer = id ? sort_get(s, id) : NULL;
    Eyes eyes = {.full = full};
    bool observed = pointer && pointer->pointee && !pointer->open && !pointer->mixed &&
                    look_through(f, s, sort_root(s, pointer->pointee), NULL, &eyes, sites) &&
                    find_values(&eyes, full, values);
    vec_free(&eyes.equals);
    vec_free(&eyes.orders);
    vec_free(&eyes.limits);
    return observed;
}
