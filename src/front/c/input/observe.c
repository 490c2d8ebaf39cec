/* observe.c -- the values that stand for all of an input; see usage.h.
 *
 * Where an input goes, each sort that it gets to has the chains by which it does (chain.h), as they
 * are computed on the way.  A result that is looked at as a whole must be one of few, and is a part
 * of the claim; so is each comparison.  Chains that are too long or too many are lost: the value is
 * there, and nothing is known of it.
 *
 * Why a few values do.  Let a run lead to an error, and let h take each value of an input to one
 * for which all chains of the claim give the same.  The run goes the same way under h, for what is
 * tested for equality stays equal.  Only the last test may have found two values different; so
 * there are two values for h to choose from, and it keeps these two apart.  Constants that meet
 * inputs are values of their own: each is as if tested for.  Inputs that meet are as wide as they
 * were or extended: h takes equal ones to equal ones, and keeps the sign if both kinds of extension
 * occur. */
#include "front/c/input/usage_inner.h"

bool function_is_called_only(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        size_t len;
        LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
        bool known = strcmp(name, "pthread_create") == 0 || strcmp(name, "__heddle_abstract") == 0;
        if (callee != function && !known)
            return false;
    }
    return true;
}

enum { MOST_CHAINS = 6 };

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
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

static bool ends_program(LLVMBasicBlockRef block, int depth);

/* A function that ends the program: the user's own only if it is seen to. */
static bool never_returns(LLVMValueRef call, int depth)
{
    static const char *const ends[] = {"reach_error", "abort", "__VERIFIER_error", "__assert_fail"};
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    if (!callee || !LLVMIsAFunction(callee))
        return false;
    if (!LLVMIsDeclaration(callee) && !func_is_lib(callee))
        return depth < 3 && ends_program(LLVMGetEntryBasicBlock(callee), depth + 1);
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (strcmp(called(call), ends[k]) == 0)
            return true;
    return false;
}

/* Does the block do nothing before the program ends? */
static bool ends_program(LLVMBasicBlockRef block, int depth)
{
    for (int blocks = 0; block && blocks < 4; blocks++) {
        LLVMValueRef i = LLVMGetFirstInstruction(block);
        while (i && begins_with(called(i), "llvm."))
            i = LLVMGetNextInstruction(i);
        if (!i || !LLVMIsABranchInst(i) || LLVMIsConditional(i))
            return i && never_returns(i, depth);
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
typedef struct Duty {
    LLVMValueRef value;
    LLVMValueRef at; /* the last instruction that has surely happened; NULL: a call began */
    bool inverted;   /* the opposite is meant */
    int depth;
} Duty;

static bool must_hold(Duty duty);

static bool is_zero_test(LLVMValueRef i)
{
    return LLVMIsAICmpInst(i) && LLVMGetICmpPredicate(i) <= LLVMIntNE &&
           sort_is_number(LLVMGetOperand(i, 1)) && !number_of(LLVMGetOperand(i, 1));
}

/* The loads of a local variable that is stored once. */
static bool must_hold_in(Duty duty, LLVMValueRef cell, LLVMValueRef store)
{
    bool used = false;
    for (LLVMUseRef use = LLVMGetFirstUse(cell); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool load = LLVMIsALoadInst(user) != NULL;
        if (!load && user != store && !begins_with(called(user), "llvm."))
            return false;
        if (load &&
            !(follows(store, user) && must_hold((Duty){user, user, duty.inverted, duty.depth + 1})))
            return false;
        used |= load;
    }
    return used && range_is_cell(cell);
}

static bool use_holds(Duty duty, LLVMValueRef user)
{
    Duty next = {user, user, duty.inverted, duty.depth + 1};
    LLVMOpcode op = LLVMGetInstructionOpcode(user);
    if (!follows(duty.at, user))
        return false;
    if (op == LLVMBr)
        return ends_program(LLVMGetSuccessor(user, duty.inverted ? 0 : 1), 0);
    if (op == LLVMStore)
        return LLVMGetOperand(user, 0) == duty.value &&
               must_hold_in(duty, LLVMGetOperand(user, 1), user);
    if (op == LLVMCall) {
        LLVMValueRef callee = LLVMGetCalledValue(user);
        bool single = LLVMIsAFunction(callee) && LLVMCountParams(callee) == 1;
        return single && !LLVMIsDeclaration(callee) &&
               must_hold((Duty){LLVMGetParam(callee, 0), NULL, duty.inverted, next.depth});
    }
    bool not = op == LLVMXor && number_of(LLVMGetOperand(user, 1)) & 1 &&
               LLVMGetIntTypeWidth(LLVMTypeOf(user)) == 1;
    next.inverted ^= not || (is_zero_test(user) && LLVMGetICmpPredicate(user) == LLVMIntEQ);
    return (op == LLVMZExt || not || is_zero_test(user)) && must_hold(next);
}

/* Does the program end at once if the value is zero, or, inverted, if it is not?  Every use must
 * say so. */
static bool must_hold(Duty duty)
{
    bool used = false;
    for (LLVMUseRef use = LLVMGetFirstUse(duty.value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && begins_with(called(user), "llvm."))
            continue;
        if (duty.depth > 8 || !use_holds(duty, user))
            return false;
        used = true;
    }
    return used;
}

/* ---- where it goes ---- */

/* The chains by which the input gets to a sort, as numbers. */
typedef struct Arrival {
    uint32_t chains[MOST_CHAINS];
    uint8_t count;
    bool lost; /* it gets there in other ways, too */
} Arrival;

typedef struct Look {
    Func *f;
    const Sorts *s;
    LLVMValueRef input; /* NULL: none */
    Claim *claim;
    Sites *sites; /* NULL: nobody asks */
    VEC(Chain) chains;
    VEC(Arrival) to; /* sort -> how */
    VEC(bool) from;  /* sort -> does what is compared with the input come from there? */
} Look;

static bool matters(const Sorts *s, const Use *use)
{
    return use->kind == USE_SWITCH || sort_get(s, use->result)->live;
}

static uint32_t chain_number(Look *look, const Chain *chain)
{
    for (uint32_t k = 0; k < look->chains.len; k++)
        if (chain_same(&look->chains.at[k], chain))
            return k;
    vec_push(&look->chains, *chain);
    return (uint32_t)look->chains.len - 1;
}

static bool lose(Look *look, uint32_t id)
{
    bool news = !look->to.at[id].lost;
    look->to.at[id].lost = true;
    return news;
}

/* A sort gets a value; true: that is news. */
static bool arrive(Look *look, uint32_t id, const Chain *chain)
{
    uint32_t number = chain_number(look, chain);
    Arrival *arrival = &look->to.at[id];
    for (unsigned k = 0; k < arrival->count; k++)
        if (arrival->chains[k] == number)
            return false;
    if (arrival->count == MOST_CHAINS) /* what comes of a result that is seen need not be known */
        return !claim_see(look->claim, chain) && lose(look, id);
    arrival->chains[arrival->count++] = number;
    return true;
}

/* What the instruction makes of it; false: it is not known. */
static bool follow(Chain *chain, LLVMValueRef i)
{
    unsigned operand;
    uint64_t number;
    return step_is(i, &operand, &number) && step_append(chain, i, operand, number);
}

static bool go_along(Look *look, const Use *use, uint32_t a, uint32_t b)
{
    Arrival arrival = look->to.at[a];
    bool news = arrival.lost && lose(look, b);
    for (unsigned k = 0; k < arrival.count; k++) {
        Chain chain = look->chains.at[arrival.chains[k]];
        if (use->kind == USE_COPY || follow(&chain, use->instr))
            news |= arrive(look, b, &chain);
        else if (!claim_see(look->claim, &look->chains.at[arrival.chains[k]]))
            news |= lose(look, b);
    }
    return news;
}

/* The input as it is, or extended. */
static bool is_whole(const Chain *chain)
{
    for (unsigned k = 0; k < chain->count; k++)
        if (chain->steps[k].op != STEP_ZEXT && chain->steps[k].op != STEP_SEXT)
            return false;
    return true;
}

static bool has_whole(const Look *look, uint32_t id)
{
    const Arrival *arrival = &look->to.at[id];
    for (unsigned k = 0; k < arrival->count; k++)
        if (is_whole(&look->chains.at[arrival->chains[k]]))
            return true;
    return false;
}

static bool mark(Look *look, uint32_t id)
{
    bool news = !look->from.at[id];
    look->from.at[id] = true;
    return news;
}

/* Does the result come from the operand as it is?  Of an input, or what it was extended to, all is
 * left if it is cut to no less than its width. */
static bool keeps_value(const Look *look, const Use *use)
{
    LLVMOpcode op = use->kind == USE_STEP ? LLVMGetInstructionOpcode(use->instr) : LLVMRet;
    bool fits =
        op == LLVMTrunc && LLVMGetIntTypeWidth(LLVMTypeOf(use->instr)) >= look->claim->full.bits;
    return use->kind == USE_COPY || use->kind == USE_EQUAL || op == LLVMZExt || op == LLVMSExt ||
           fits;
}

/* Marks where the marked ones come from, and where they go. */
static void spread(Look *look)
{
    const Sorts *s = look->s;
    Chain itself = {.from = look->claim->full.bits, .bits = look->claim->full.bits};
    bool changed = true;
    while (changed) {
        changed = false;
        vec_each (Use, use, &s->uses) {
            uint32_t a = sort_root(s, use->sort), b = sort_root(s, use->result);
            bool there = look->to.at[a].count || look->to.at[a].lost;
            if (there && (use->kind == USE_COPY || use->kind == USE_STEP) && matters(s, use))
                changed |= go_along(look, use, a, b);
            if (keeps_value(look, use) && look->from.at[b])
                changed |= mark(look, a);
            if (use->kind == USE_EQUAL && matters(s, use) && has_whole(look, a))
                changed |= mark(look, b); /* for the other side: where the result comes from */
        }
        vec_each (Member, input, &s->inputs) {
            uint32_t root = sort_root(s, input->sort);
            if (look->from.at[root])
                changed |= arrive(look, root, &itself);
        }
    }
}

/* ---- how it is looked at ---- */

static bool see_cases(Claim *claim, const Chain *chain, LLVMValueRef i)
{
    if (LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0))) != chain->bits)
        return false;
    for (unsigned k = 1; k < LLVMGetNumSuccessors(i); k++) {
        uint64_t number;
        if (!step_number(LLVMGetOperand(i, 2 * k), &number) ||
            !claim_see_number(claim, chain, number))
            return false;
    }
    return true;
}

/* False: any two values could be told apart there. */
static bool see_use(Claim *claim, const Chain *chain, const Use *use)
{
    LLVMValueRef i = use->instr;
    Chain test = *chain;
    if (use->kind == USE_COPY || use->kind == USE_STEP)
        return true; /* it went along */
    if (use->kind == USE_TEST && follow(&test, i))
        return claim_see(claim, &test);
    if (use->kind == USE_SWITCH && see_cases(claim, chain, i))
        return true;
    bool whole = use->kind == USE_EQUAL && is_whole(chain) &&
                 must_hold((Duty){i, i, LLVMGetICmpPredicate(i) == LLVMIntNE, 0});
    claim->pairs |= whole;
    return whole || claim_see(claim, chain);
}

static bool see_all(Look *look, const Use *use)
{
    const Arrival *arrival = &look->to.at[sort_root(look->s, use->sort)];
    bool follows = use->kind == USE_COPY || use->kind == USE_STEP, seen = !arrival->lost || follows;
    for (unsigned k = 0; k < arrival->count; k++)
        seen &= see_use(look->claim, &look->chains.at[arrival->chains[k]], use);
    return seen;
}

static const char *behind(const Unit *u, LLVMValueRef input)
{
    return input_behind(u, LLVMGetCalledValue(input));
}

/* Inputs that may meet must be able to have the same values. */
static bool inputs_agree(const Look *look)
{
    Func *f = look->f;
    Range full = look->claim->full;
    bool agree = true;
    vec_each (Member, other, &look->s->inputs) {
        if (!look->from.at[sort_root(look->s, other->sort)] || !agree)
            continue;
        Claim claim = {.full = full};
        Arena arena = {0};
        if (LLVMTypeOf(other->value) == LLVMTypeOf(look->input))
            range_constrained(f, other->value, &arena, &claim);
        agree = strcmp(behind(f->u, other->value), behind(f->u, look->input)) == 0 &&
                claim.narrow.low == full.low && claim.narrow.high == full.high;
        claim_free(&claim);
        arena_free(&arena);
    }
    return agree;
}

/* All that may meet an input must be inputs, or constants. */
static bool sources_agree(Look *look)
{
    const Sorts *s = look->s;
    Chain itself = {.from = look->claim->full.bits, .bits = look->claim->full.bits};
    vec_each (Use, use, &s->uses) /* results of comparisons are marked only to find the others */
        if (use->kind == USE_EQUAL)
            look->from.at[sort_root(s, use->result)] = false;
    bool signs = false, zeros = false, agree = true;
    for (uint32_t id = 1; id < s->sorts.len; id++) {
        const Sort *sort = &s->sorts.at[id];
        bool cut = sort->cut && sort->cut < itself.bits;
        if (look->from.at[id] && (sort->made || sort->open || cut))
            return false;
        signs |= look->from.at[id] && s->sorts.at[id].signs;
        zeros |= look->from.at[id] && s->sorts.at[id].zeros;
    }
    vec_each (Member, constant, &s->constants)
        if (look->from.at[sort_root(s, constant->sort)])
            agree &= claim_see_number(look->claim, &itself, number_of(constant->value));
    Step negative = {STEP_SLT, itself.bits, 1, 0};
    if (signs && zeros) /* equal bits may become different numbers */
        agree &= chain_append(&itself, negative) && claim_see(look->claim, &itself);
    return agree && inputs_agree(look);
}

/* Where a use stands that could tell any two values apart; false: nobody asks, or it is not known.
 */
static bool add_site(const Look *look, const Use *use)
{
    LLVMValueRef twin = !look->sites || !use->instr ? NULL
                        : look->s->owned            ? sort_twin(look->s, use->instr)
                                                    : use->instr;
    if (twin)
        vec_push(look->sites, twin);
    return twin != NULL;
}

/* A sort whose values get where nobody can follow, or are looked at as they are. */
static bool see_open(Look *look, uint32_t id)
{
    const Arrival *arrival = &look->to.at[id];
    bool seen = !arrival->lost;
    for (unsigned k = 0; k < arrival->count; k++)
        seen &= claim_see(look->claim, &look->chains.at[arrival->chains[k]]);
    return seen;
}

static bool look_with(Look *look, uint32_t root)
{
    const Sorts *s = look->s;
    Claim *claim = look->claim;
    Chain itself = {.from = claim->full.bits, .bits = claim->full.bits};
    claim->seen.len = 0;
    claim->pairs = false;
    vec_resize(&look->from, s->sorts.len);
    vec_resize(&look->to, s->sorts.len);
    arrive(look, root, &itself);
    spread(look);
    for (uint32_t id = 1; id < s->sorts.len; id++)
        if ((s->sorts.at[id].open || s->sorts.at[id].looked) && !see_open(look, id))
            return false;
    vec_each (Use, use, &s->uses)
        if (matters(s, use) && !see_all(look, use) && !add_site(look, use))
            return false;
    return !claim->pairs || (look->input && sources_agree(look));
}

static bool look_through(Func *f, const Sorts *s, uint32_t root, LLVMValueRef input, Claim *claim,
                         Sites *sites)
{
    Look look = {.f = f, .s = s, .input = input, .claim = claim, .sites = sites};
    bool observed = root && look_with(&look, root) && claim_find_values(claim);
    vec_free(&look.chains);
    vec_free(&look.to);
    vec_free(&look.from);
    return observed;
}

bool sort_observed(Func *f, LLVMValueRef input, Claim *claim, Sites *sites)
{
    const Sorts *s = f->u->input_sorts;
    return s && look_through(f, s, sort_root(s, map_get(&s->map, input)), input, claim, sites);
}

bool sort_unwritten(Func *f, LLVMValueRef variable, Claim *claim, Sites *sites)
{
    const Sorts *s = f->u->sorts;
    uint32_t id = s ? map_get(&s->map, variable) : 0;
    const Sort *pointer = id ? sort_get(s, id) : NULL;
    return pointer && pointer->pointee && !pointer->open && !pointer->mixed &&
           look_through(f, s, sort_root(s, pointer->pointee), NULL, claim, sites);
}
