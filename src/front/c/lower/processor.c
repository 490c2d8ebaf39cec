/* processor.c -- what the instructions of inline assembly do to registers, memory and flags; see
 * assembly.h. */
#include "front/c/driver/simplify.h"
#include "front/c/lower/assembly.h"

static LLVMTypeRef integer(const Assembly *a, unsigned bits)
{
    return LLVMIntTypeInContext(a->u->context, bits);
}

LLVMValueRef assembly_number(const Assembly *a, unsigned bits, uint64_t value)
{
    return LLVMConstInt(integer(a, bits), value, false);
}

unsigned assembly_bits(const Assembly *a, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return LLVMGetIntTypeWidth(type);
    return kind == LLVMPointerTypeKind ? 8 * LLVMPointerSize(a->u->data) : 0;
}

/* ---- values ---- */

LLVMValueRef assembly_give_up(Assembly *a, unsigned bits)
{
    a->failed = true;
    return LLVMGetUndef(integer(a, bits ? bits : 1));
}

/* As a number of so many bits; what there is more is cut off. */
static LLVMValueRef to_bits(Assembly *a, LLVMValueRef value, unsigned bits)
{
    unsigned has = value ? assembly_bits(a, LLVMTypeOf(value)) : 0;
    if (has < bits || !bits)
        return assembly_give_up(a, bits);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
        value = LLVMBuildPtrToInt(a->build, value, integer(a, has), "");
    return has == bits ? value : LLVMBuildTrunc(a->build, value, integer(a, bits), "");
}

LLVMValueRef assembly_to_type(Assembly *a, LLVMValueRef value, LLVMTypeRef type)
{
    if (LLVMTypeOf(value) == type)
        return value;
    value = to_bits(a, value, assembly_bits(a, type));
    if (!a->failed && LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(a->build, value, type, "");
    return value;
}

/* The rest of a register stays if 8 or 16 bits are written, and is 0 behind 32. */
static void set_cell(Assembly *a, unsigned cell, LLVMValueRef value)
{
    LLVMValueRef old = a->cells[cell];
    unsigned bits = assembly_bits(a, LLVMTypeOf(value)),
             has = old ? assembly_bits(a, LLVMTypeOf(old)) : bits;
    if (cell >= NAMED)
        has = assembly_bits(a, a->operands[cell - NAMED].type);
    else if (bits == 32)
        has = 8 * LLVMPointerSize(a->u->data);
    if (has <= bits) {
        a->cells[cell] = value;
        return;
    }
    LLVMTypeRef wide = integer(a, has);
    value = LLVMBuildZExt(a->build, value, wide, "");
    if (bits < 32) {
        uint64_t mask = (has < 64 ? ((uint64_t)1 << has) - 1 : UINT64_MAX) << bits;
        LLVMValueRef rest = to_bits(a, old, has);
        rest = LLVMBuildAnd(a->build, rest, LLVMConstInt(wide, mask, false), "");
        value = LLVMBuildOr(a->build, rest, value, "");
    }
    a->cells[cell] = value;
}

static LLVMValueRef ordered(LLVMValueRef access, LLVMAtomicOrdering order, unsigned bits)
{
    LLVMSetOrdering(access, order);
    LLVMSetAlignment(access, bits / 8);
    return access;
}

static LLVMValueRef get(Assembly *a, const Where *w, unsigned bits)
{
    switch (w->kind) {
    case PLACE_CELL:
        return to_bits(a, a->cells[w->cell], bits);
    case PLACE_MEMORY:
        return ordered(LLVMBuildLoad2(a->build, integer(a, bits), w->value, ""),
                       LLVMAtomicOrderingAcquire, bits);
    case PLACE_NUMBER:
        return assembly_number(a, bits, LLVMConstIntGetZExtValue(w->value));
    case PLACE_NONE:
        break;
    }
    return assembly_give_up(a, bits);
}

static void set(Assembly *a, const Where *w, LLVMValueRef value)
{
    if (w->kind == PLACE_CELL)
        set_cell(a, w->cell, value);
    else if (w->kind == PLACE_MEMORY)
        ordered(LLVMBuildStore(a->build, value, w->value), LLVMAtomicOrderingRelease,
                assembly_bits(a, LLVMTypeOf(value)));
    else
        a->failed = true;
}

static void set_flags(Assembly *a, LLVMValueRef result, LLVMValueRef carry)
{
    LLVMValueRef nothing = LLVMConstNull(LLVMTypeOf(result));
    a->zero = LLVMBuildICmp(a->build, LLVMIntEQ, result, nothing, "");
    a->sign = LLVMBuildICmp(a->build, LLVMIntSLT, result, nothing, "");
    a->carry = carry;
}

/* ---- instructions ---- */

static bool is_named(const Statement *s, const char *name)
{
    return strcmp(s->name, name) == 0;
}

/* Arithmetic: on what was there, with an operand. */
static LLVMValueRef compute(Assembly *a, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef b)
{
    if (op == LLVMAtomicRMWBinOpAdd)
        return LLVMBuildAdd(a->build, old, b, "");
    if (op == LLVMAtomicRMWBinOpSub)
        return LLVMBuildSub(a->build, old, b, "");
    if (op == LLVMAtomicRMWBinOpAnd)
        return LLVMBuildAnd(a->build, old, b, "");
    if (op == LLVMAtomicRMWBinOpOr)
        return LLVMBuildOr(a->build, old, b, "");
    return op == LLVMAtomicRMWBinOpXor ? LLVMBuildXor(a->build, old, b, "") : b;
}

/* Changes what is there, and returns what was. */
static LLVMValueRef update(Assembly *a, LLVMAtomicRMWBinOp op, const Where *w, LLVMValueRef b)
{
    LLVMValueRef old;
    unsigned bits = assembly_bits(a, LLVMTypeOf(b));
    if (w->kind == PLACE_MEMORY && (a->locked || op == LLVMAtomicRMWBinOpXchg)) {
        a->locked = false;
        return LLVMBuildAtomicRMW(a->build, op, w->value, b,
                                  LLVMAtomicOrderingSequentiallyConsistent, false);
    }
    old = get(a, w, bits);
    set(a, w, compute(a, op, old, b));
    return old;
}

static void arithmetic(Assembly *a, const Statement *s, LLVMAtomicRMWBinOp op)
{
    bool one = s->count == 1, keeps = one;
    LLVMValueRef b = one ? assembly_number(a, s->bits, 1) : get(a, &s->at[0], s->bits),
                 carry = a->carry;
    LLVMValueRef old = update(a, op, &s->at[s->count - 1], b), result = compute(a, op, old, b);
    if (!keeps && op == LLVMAtomicRMWBinOpAdd)
        carry = LLVMBuildICmp(a->build, LLVMIntULT, result, b, "");
    else if (!keeps && op == LLVMAtomicRMWBinOpSub)
        carry = LLVMBuildICmp(a->build, LLVMIntULT, old, b, "");
    else if (!keeps)
        carry = assembly_number(a, 1, 0);
    set_flags(a, result, carry);
}

static void exchange(Assembly *a, const Statement *s)
{
    bool first = s->at[0].kind == PLACE_MEMORY;
    const Where *to = &s->at[first ? 0 : 1], *from = &s->at[first ? 1 : 0];
    LLVMValueRef b = get(a, from, s->bits);
    set(a, from, update(a, LLVMAtomicRMWBinOpXchg, to, b));
}

static void exchange_add(Assembly *a, const Statement *s)
{
    LLVMValueRef b = get(a, &s->at[0], s->bits);
    LLVMValueRef old = update(a, LLVMAtomicRMWBinOpAdd, &s->at[1], b);
    LLVMValueRef sum = LLVMBuildAdd(a->build, old, b, "");
    set_flags(a, sum, LLVMBuildICmp(a->build, LLVMIntULT, sum, b, ""));
    set(a, &s->at[0], old);
}

/* What was there and whether it was what was expected.  Without `lock` it is read and written in
 * two, and written in any case, as the processor does. */
static LLVMValueRef compare(Assembly *a, const Where *w, LLVMValueRef expected, LLVMValueRef next,
                            LLVMValueRef *same)
{
    if (w->kind == PLACE_MEMORY && a->locked) {
        LLVMValueRef both = LLVMBuildAtomicCmpXchg(a->build, w->value, expected, next,
                                                   LLVMAtomicOrderingSequentiallyConsistent,
                                                   LLVMAtomicOrderingSequentiallyConsistent, false);
        a->locked = false;
        *same = LLVMBuildExtractValue(a->build, both, 1, "");
        return LLVMBuildExtractValue(a->build, both, 0, "");
    }
    LLVMValueRef old = get(a, w, assembly_bits(a, LLVMTypeOf(expected)));
    *same = LLVMBuildICmp(a->build, LLVMIntEQ, old, expected, "");
    set(a, w, LLVMBuildSelect(a->build, *same, next, old, ""));
    return old;
}

static void compare_exchange(Assembly *a, const Statement *s)
{
    LLVMValueRef expected = to_bits(a, a->cells[REG_A], s->bits), same;
    LLVMValueRef next = get(a, &s->at[0], s->bits);
    if (a->failed)
        return;
    LLVMValueRef old = compare(a, &s->at[1], expected, next, &same);
    set_cell(a, REG_A, old);
    a->zero = same;
    a->sign = a->carry = NULL;
}

/* Two words as one. */
static LLVMValueRef join_words(Assembly *a, LLVMValueRef low, LLVMValueRef high, unsigned bits)
{
    LLVMTypeRef wide = integer(a, 2 * bits);
    if (bits < 64) {
        high = LLVMBuildZExt(a->build, high, wide, "");
        high = LLVMBuildShl(a->build, high, LLVMConstInt(wide, bits, false), "");
        return LLVMBuildOr(a->build, LLVMBuildZExt(a->build, low, wide, ""), high, "");
    }
    LLVMValueRef at = LLVMBuildAlloca(a->build, wide, "");
    LLVMValueRef one = assembly_number(a, 64, 1);
    LLVMBuildStore(a->build, low, at);
    LLVMBuildStore(a->build, high, LLVMBuildGEP2(a->build, LLVMTypeOf(high), at, &one, 1, ""));
    return LLVMBuildLoad2(a->build, wide, at, "");
}

static void split_words(Assembly *a, LLVMValueRef both, unsigned bits, LLVMValueRef words[2])
{
    LLVMTypeRef narrow = integer(a, bits), wide = LLVMTypeOf(both);
    if (bits < 64) {
        words[0] = LLVMBuildTrunc(a->build, both, narrow, "");
        words[1] = LLVMBuildLShr(a->build, both, LLVMConstInt(wide, bits, false), "");
        words[1] = LLVMBuildTrunc(a->build, words[1], narrow, "");
        return;
    }
    LLVMValueRef at = LLVMBuildAlloca(a->build, wide, "");
    LLVMBuildStore(a->build, both, at);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef index = assembly_number(a, 64, k);
        LLVMValueRef word = LLVMBuildGEP2(a->build, narrow, at, &index, 1, "");
        words[k] = LLVMBuildLoad2(a->build, narrow, word, "");
    }
}

/* cmpxchg8b, cmpxchg16b: D and A are expected, C and B are next. */
static void compare_two(Assembly *a, const Statement *s, unsigned bits)
{
    static const unsigned cells[] = {REG_A, REG_D, REG_B, REG_C};
    LLVMValueRef words[4], same, was[2];
    if (s->at[0].kind != PLACE_MEMORY || !a->locked) {
        a->failed = true;
        return;
    }
    for (int k = 0; k < 4; k++)
        words[k] = to_bits(a, a->cells[cells[k]], bits);
    if (a->failed)
        return;
    LLVMValueRef expected = join_words(a, words[0], words[1], bits);
    LLVMValueRef next = join_words(a, words[2], words[3], bits);
    split_words(a, compare(a, &s->at[0], expected, next, &same), bits, was);
    set_cell(a, REG_A, was[0]);
    set_cell(a, REG_D, was[1]);
    a->zero = same;
}

/* bts, btr, btc: the bit that was there is the carry.  A number in a register may name a bit of
 * another word, if that is in memory. */
static void change_bit(Assembly *a, const Statement *s, LLVMAtomicRMWBinOp op)
{
    Where to = s->at[1];
    LLVMValueRef n = get(a, &s->at[0], s->bits), last = assembly_number(a, s->bits, s->bits - 1);
    if (to.kind == PLACE_MEMORY && s->at[0].kind == PLACE_CELL) {
        unsigned shift = s->bits == 64 ? 6 : s->bits == 32 ? 5 : 4;
        LLVMValueRef word = LLVMBuildAShr(a->build, n, assembly_number(a, s->bits, shift), "");
        to.value = LLVMBuildGEP2(a->build, integer(a, s->bits), to.value, &word, 1, "");
    }
    n = LLVMBuildAnd(a->build, n, last, "");
    LLVMValueRef mask = LLVMBuildShl(a->build, assembly_number(a, s->bits, 1), n, "");
    if (op == LLVMAtomicRMWBinOpAnd)
        mask = LLVMBuildNot(a->build, mask, "");
    LLVMValueRef old = update(a, op, &to, mask);
    old = LLVMBuildLShr(a->build, old, n, "");
    a->carry = LLVMBuildTrunc(a->build, old, integer(a, 1), "");
    a->zero = a->sign = NULL;
}

/* The bit that a condition says; NULL: it is not known. */
LLVMValueRef assembly_condition(Assembly *a, const char *name)
{
    static const struct {
        const char *name;
        char flag;
        bool negated;
    } conditions[] = {{"z", 'z', false},   {"e", 'z', false}, {"nz", 'z', true}, {"ne", 'z', true},
                      {"s", 's', false},   {"ns", 's', true}, {"c", 'c', false}, {"b", 'c', false},
                      {"nae", 'c', false}, {"nc", 'c', true}, {"ae", 'c', true}, {"nb", 'c', true}};
    for (size_t k = 0; k < sizeof conditions / sizeof *conditions; k++) {
        if (strcmp(conditions[k].name, name) != 0)
            continue;
        char flag = conditions[k].flag;
        LLVMValueRef bit = flag == 'z' ? a->zero : flag == 's' ? a->sign : a->carry;
        return bit && conditions[k].negated ? LLVMBuildNot(a->build, bit, "") : bit;
    }
    return NULL;
}

static void set_condition(Assembly *a, const Statement *s)
{
    LLVMValueRef bit = assembly_condition(a, s->name + 3);
    if (bit)
        set(a, &s->at[0], LLVMBuildZExt(a->build, bit, integer(a, 8), ""));
    else
        a->failed = true;
}

static void negate(Assembly *a, const Statement *s)
{
    LLVMValueRef all = LLVMConstAllOnes(integer(a, s->bits));
    if (is_named(s, "not")) {
        update(a, LLVMAtomicRMWBinOpXor, &s->at[0], all);
        return;
    }
    LLVMValueRef old = get(a, &s->at[0], s->bits), result = LLVMBuildNeg(a->build, old, "");
    a->failed |= a->locked;
    set(a, &s->at[0], result);
    set_flags(a, result, NULL);
}

/* Changes nothing: cmp, test. */
static void look(Assembly *a, const Statement *s)
{
    LLVMValueRef b = get(a, &s->at[0], s->bits), x = get(a, &s->at[1], s->bits);
    if (is_named(s, "test")) {
        set_flags(a, LLVMBuildAnd(a->build, x, b, ""), assembly_number(a, 1, 0));
        return;
    }
    set_flags(a, LLVMBuildSub(a->build, x, b, ""), LLVMBuildICmp(a->build, LLVMIntULT, x, b, ""));
}

static bool run_fence(Assembly *a, const Statement *s)
{
    static const struct {
        const char *name;
        LLVMAtomicOrdering order; /* NotAtomic: nothing */
    } fences[] = {{"mfence", LLVMAtomicOrderingSequentiallyConsistent},
                  {"lfence", LLVMAtomicOrderingAcquire},
                  {"sfence", LLVMAtomicOrderingRelease},
                  {"pause", LLVMAtomicOrderingNotAtomic},
                  {"nop", LLVMAtomicOrderingNotAtomic}};
    for (size_t k = 0; k < sizeof fences / sizeof *fences; k++) {
        if (s->count || !is_named(s, fences[k].name))
            continue;
        if (fences[k].order != LLVMAtomicOrderingNotAtomic)
            LLVMBuildFence(a->build, fences[k].order, false, "");
        a->repeated = false;
        return true;
    }
    return false;
}

/* `lock addl $0, (%rsp)`: what people write for a fence. */
static bool run_stack_fence(Assembly *a, const Statement *s)
{
    bool changes_nothing = (is_named(s, "add") || is_named(s, "or")) && s->count == 2 &&
                           s->at[0].kind == PLACE_NUMBER && LLVMIsNull(s->at[0].value);
    if (!changes_nothing || s->at[1].kind != PLACE_CELL || s->at[1].cell != REG_SP || !a->locked)
        return false;
    LLVMBuildFence(a->build, LLVMAtomicOrderingSequentiallyConsistent, false, "");
    a->locked = false;
    return true;
}

static bool run_arithmetic(Assembly *a, const Statement *s)
{
    static const struct {
        const char *name;
        unsigned count;
        LLVMAtomicRMWBinOp op;
        bool bit;
    } table[] = {{"add", 2, LLVMAtomicRMWBinOpAdd, false}, {"sub", 2, LLVMAtomicRMWBinOpSub, false},
                 {"and", 2, LLVMAtomicRMWBinOpAnd, false}, {"or", 2, LLVMAtomicRMWBinOpOr, false},
                 {"xor", 2, LLVMAtomicRMWBinOpXor, false}, {"inc", 1, LLVMAtomicRMWBinOpAdd, false},
                 {"dec", 1, LLVMAtomicRMWBinOpSub, false}, {"bts", 2, LLVMAtomicRMWBinOpOr, true},
                 {"btr", 2, LLVMAtomicRMWBinOpAnd, true},  {"btc", 2, LLVMAtomicRMWBinOpXor, true}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (!is_named(s, table[k].name) || s->count != table[k].count)
            continue;
        if (table[k].bit)
            change_bit(a, s, table[k].op);
        else
            arithmetic(a, s, table[k].op);
        return true;
    }
    return false;
}

/* The system is asked, as by syscall() of the C library; registers that nobody has set hold anything. */
static bool run_system_call(Assembly *a, const Statement *s)
{
    static const unsigned cells[] = {REG_A, REG_DI, REG_SI, REG_D, REG_10, REG_8, REG_9};
    enum { COUNT = sizeof cells / sizeof *cells };
    if (!is_named(s, "syscall"))
        return false;
    LLVMValueRef model = LLVMGetNamedFunction(a->u->module, SIMPLIFY_SYSTEM_CALL);
    LLVMValueRef values[COUNT];
    for (unsigned k = 0; k < COUNT; k++)
        values[k] =
            a->cells[cells[k]] ? to_bits(a, a->cells[cells[k]], 64) : LLVMGetUndef(integer(a, 64));
    a->failed |= !model || s->count || a->locked || a->repeated || !a->cells[REG_A];
    if (a->failed)
        return true;
    LLVMTypeRef type = LLVMGlobalGetValueType(model);
    set_cell(a, REG_A, LLVMBuildCall2(a->build, type, model, values, COUNT, ""));
    a->cells[REG_C] = NULL;
    a->zero = a->sign = a->carry = NULL;
    return true;
}

/* The processor's counter, in two halves. */
static bool run_ticks(Assembly *a, const Statement *s)
{
    if (!is_named(s, "rdtsc"))
        return false;
    LLVMValueRef model = LLVMGetNamedFunction(a->u->module, SIMPLIFY_TICKS);
    a->failed |= !model || s->count || a->locked || a->repeated;
    if (a->failed)
        return true;
    LLVMTypeRef half = integer(a, 32), whole = integer(a, 64);
    LLVMValueRef ticks =
        LLVMBuildCall2(a->build, LLVMGlobalGetValueType(model), model, NULL, 0, "");
    LLVMValueRef high = LLVMBuildLShr(a->build, ticks, LLVMConstInt(whole, 32, false), "");
    set_cell(a, REG_A, LLVMBuildTrunc(a->build, ticks, half, ""));
    set_cell(a, REG_D, LLVMBuildTrunc(a->build, high, half, ""));
    return true;
}

void assembly_run(Assembly *a, const Statement *s)
{
    if (run_fence(a, s) || run_stack_fence(a, s) || run_system_call(a, s) || run_ticks(a, s))
        return;
    if (is_named(s, "cmpxchg8b") && s->count == 1)
        compare_two(a, s, 32);
    else if (is_named(s, "cmpxchg16b") && s->count == 1)
        compare_two(a, s, 64);
    else if (strncmp(s->name, "set", 3) == 0 && s->count == 1)
        set_condition(a, s);
    else if (!s->bits)
        a->failed = true;
    else if (is_named(s, "mov") && s->count == 2)
        set(a, &s->at[1], get(a, &s->at[0], s->bits));
    else if (is_named(s, "xchg") && s->count == 2)
        exchange(a, s);
    else if (is_named(s, "xadd") && s->count == 2)
        exchange_add(a, s);
    else if (is_named(s, "cmpxchg") && s->count == 2)
        compare_exchange(a, s);
    else if ((is_named(s, "cmp") || is_named(s, "test")) && s->count == 2)
        look(a, s);
    else if ((is_named(s, "neg") || is_named(s, "not")) && s->count == 1)
        negate(a, s);
    else if (!run_arithmetic(a, s))
        a->failed = true;
    a->failed |= a->repeated || (a->locked && !is_named(s, "xchg"));
    a->locked = false;
}
