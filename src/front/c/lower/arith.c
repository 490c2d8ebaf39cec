/* arith.c -- arithmetic, comparisons, conversions, parts of aggregates; see func.h. */
#include "front/c/lower/func.h"

/* Arithmetic.  sign: what the instruction needs, 1 signed, -1 unsigned, 0 either. */
typedef struct Binary {
    LLVMOpcode llvm;
    Op op;
    int sign;
} Binary;
static const Binary binaries[] = {
    {LLVMAdd, OP_ADD, 0},  {LLVMFAdd, OP_ADD, 0},  {LLVMSub, OP_SUB, 0},   {LLVMFSub, OP_SUB, 0},
    {LLVMMul, OP_MUL, 0},  {LLVMFMul, OP_MUL, 0},  {LLVMUDiv, OP_DIV, -1}, {LLVMSDiv, OP_DIV, 1},
    {LLVMFDiv, OP_DIV, 0}, {LLVMURem, OP_REM, -1}, {LLVMSRem, OP_REM, 1},  {LLVMFRem, OP_REM, 0},
    {LLVMShl, OP_SHL, 0},  {LLVMLShr, OP_SHR, -1}, {LLVMAShr, OP_SHR, 1},  {LLVMAnd, OP_AND, 0},
    {LLVMOr, OP_OR, 0},    {LLVMXor, OP_XOR, 0},
};
enum { BINARIES = sizeof binaries / sizeof *binaries };

static const Binary *find_binary(LLVMOpcode op)
{
    for (int k = 0; k < BINARIES; k++)
        if (binaries[k].llvm == op)
            return &binaries[k];
    return NULL;
}

static bool works_on_pointers(Op op)
{
    return op == OP_ADD || op == OP_SUB || op == OP_AND || op == OP_OR || op == OP_XOR;
}

static bool is_from_pointer(LLVMValueRef value)
{
    return LLVMIsAPtrToIntInst(value) ||
           (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt);
}

/* `p - q` of two pointers is the distance of two places in one object. */
static bool subtract_pointers(Func *f, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    if (!is_from_pointer(a) || !is_from_pointer(b))
        return false;
    Ref p = func_use(f, LLVMGetOperand(a, 0), TYPE_POINTER);
    Ref q = func_use(f, LLVMGetOperand(b, 0), TYPE_POINTER);
    Type type = func_result_type(f, i);
    Ref dst = type_equal(type, TYPE_S64) ? func_result(f, i, type) : func_temporary(f, TYPE_S64);
    func_emit(f, (Instr){.op = OP_DISTANCE, .dst = dst, .a = p, .b = q});
    if (!type_equal(type, TYPE_S64))
        func_emit(f, (Instr){.op = OP_CAST,
                             .type = type,
                             .from = TYPE_S64,
                             .dst = func_result(f, i, type),
                             .a = dst});
    return true;
}

/* The flag that makes signed overflow an error, where the source's arithmetic is signed. */
static uint16_t trap(Func *f, LLVMValueRef i, Type type)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (!f->u->options->overflow || f->in_lib || type.kind != TYPE_SIGNED)
        return 0;
    bool sums = (op == LLVMAdd || op == LLVMSub || op == LLVMMul) && LLVMGetNSW(i);
    return sums || op == LLVMSDiv || op == LLVMSRem ? FLAG_TRAP : 0;
}

/* The flags that make what C leaves undefined an error.  The quotient of the least number and -1
 * stops the processor, whatever is asked for. */
static uint16_t check(Func *f, LLVMValueRef i, Type type)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool divides = (op == LLVMSDiv || op == LLVMSRem) && type.kind == TYPE_SIGNED;
    if (func_is_lib(f->function))
        return 0;
    return divides || (f->u->options->undefined && undefined_shift(i)) ? FLAG_CHECK : 0;
}

void arith_binary(Func *f, LLVMValueRef i)
{
    const Binary *binary = find_binary(LLVMGetInstructionOpcode(i));
    if (wide_binary(f, i))
        return;
    if (type_scalar(LLVMTypeOf(i)).kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "arithmetic on %s", type_refusal(f->u, LLVMTypeOf(i)));
        return;
    }
    if (binary->op == OP_SUB && subtract_pointers(f, i))
        return;
    Type type = func_result_type(f, i), work = type;
    if (binary->sign)
        work =
            (Type){binary->sign > 0 ? TYPE_SIGNED : TYPE_UNSIGNED, type_scalar(LLVMTypeOf(i)).bits};
    else if (type.kind == TYPE_PTR && !works_on_pointers(binary->op))
        work = type_scalar(LLVMTypeOf(i));
    bool signed_sum = (binary->op == OP_ADD || binary->op == OP_SUB || binary->op == OP_MUL) &&
                      work.kind == TYPE_UNSIGNED && work.bits > 1 && f->u->options->overflow &&
                      type_scalar(LLVMTypeOf(i)).kind == TYPE_SIGNED && LLVMGetNSW(i);
    if (signed_sum)
        work.kind = TYPE_SIGNED;
    if (work.bits == 1 && binary->sign)
        work = TYPE_U1;
    undefined_check_amount(f, i);
    Ref a = func_use(f, LLVMGetOperand(i, 0), work), b = func_use(f, LLVMGetOperand(i, 1), work);
    bool direct = type_equal(type, work) || (binary->sign && type.kind != TYPE_PTR);
    Ref dst = direct ? func_result(f, i, work) : func_temporary(f, work);
    func_emit(f, (Instr){.op = (uint8_t)binary->op,
                         .flags = trap(f, i, work) | check(f, i, work),
                         .type = work,
                         .dst = dst,
                         .a = a,
                         .b = b});
    if (!direct)
        func_emit(f, (Instr){.op = OP_CAST,
                             .type = type,
                             .from = work,
                             .dst = func_result(f, i, type),
                             .a = dst});
}

void arith_negate(Func *f, LLVMValueRef i)
{
    Type type = type_scalar(LLVMTypeOf(i));
    if (type.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "arithmetic on %s", type_refusal(f->u, LLVMTypeOf(i)));
        return;
    }
    Ref a = func_use(f, LLVMGetOperand(i, 0), type);
    func_emit(f, (Instr){.op = OP_NEG, .type = type, .dst = func_result(f, i, type), .a = a});
}

/* Comparisons. */

typedef struct Compare {
    Op op;
    bool swap;
    int sign;
} Compare;
static const Compare compares[] = {
    [LLVMIntEQ] = {OP_EQ, false, 0},   [LLVMIntNE] = {OP_NE, false, 0},
    [LLVMIntUGT] = {OP_LT, true, -1},  [LLVMIntUGE] = {OP_LE, true, -1},
    [LLVMIntULT] = {OP_LT, false, -1}, [LLVMIntULE] = {OP_LE, false, -1},
    [LLVMIntSGT] = {OP_LT, true, 1},   [LLVMIntSGE] = {OP_LE, true, 1},
    [LLVMIntSLT] = {OP_LT, false, 1},  [LLVMIntSLE] = {OP_LE, false, 1},
};

/* What to compare: of a pointer that was made a number only for this, the pointer. */
static LLVMValueRef compared(LLVMValueRef value)
{
    return is_from_pointer(value) ? LLVMGetOperand(value, 0) : value;
}

static Type compared_type(Func *f, const Compare *compare, LLVMValueRef a, LLVMValueRef b)
{
    Type x = func_type(f, a), y = func_type(f, b), type = LLVMIsConstant(a) ? y : x;
    if (compare->sign > 0 && x.kind != TYPE_PTR && y.kind != TYPE_PTR)
        return (Type){TYPE_SIGNED, type.bits};
    if (x.kind == TYPE_PTR || y.kind == TYPE_PTR)
        return TYPE_POINTER;
    return compare->sign < 0 ? (Type){TYPE_UNSIGNED, type.bits} : type;
}

/* Two words are compared as pointers if one of them is one. */
static Type compared_word(Func *f, LLVMValueRef i, unsigned k)
{
    for (unsigned n = 0; n < 2; n++) {
        LLVMValueRef value = LLVMGetOperand(i, n);
        if (!LLVMIsAConstantInt(value) && func_leaf_type(f, value, k).kind == TYPE_PTR)
            return TYPE_POINTER;
    }
    return TYPE_S64;
}

/* Of two words: are they the same? */
static void compare_words(Func *f, LLVMValueRef i)
{
    Ref words[2];
    bool equal = LLVMGetICmpPredicate(i) == LLVMIntEQ;
    for (unsigned k = 0; k < 2; k++) {
        Type type = compared_word(f, i, k);
        Ref x = func_leaf(f, LLVMGetOperand(i, 0), k, type);
        Ref y = func_leaf(f, LLVMGetOperand(i, 1), k, type);
        words[k] = func_temporary(f, TYPE_U1);
        func_emit(
            f, (Instr){.op = equal ? OP_EQ : OP_NE, .type = type, .dst = words[k], .a = x, .b = y});
    }
    func_emit(f, (Instr){.op = equal ? OP_AND : OP_OR,
                         .type = TYPE_U1,
                         .dst = func_result(f, i, TYPE_U1),
                         .a = words[0],
                         .b = words[1]});
}

void arith_compare(Func *f, LLVMValueRef i)
{
    const Compare *compare = &compares[LLVMGetICmpPredicate(i)];
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    Type plain = type_scalar(LLVMTypeOf(a));
    if (wide_is(a) && LLVMGetICmpPredicate(i) <= LLVMIntNE) {
        compare_words(f, i);
        return;
    }
    if (wide_compare(f, i))
        return;
    if (plain.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "a comparison of %s", type_refusal(f->u, LLVMTypeOf(a)));
        return;
    }
    if (compare->sign <= 0) {
        a = compared(a);
        b = compared(b);
    }
    Type type = compare->sign > 0 && plain.kind != TYPE_PTR ? (Type){TYPE_SIGNED, plain.bits}
                                                            : compared_type(f, compare, a, b);
    if (plain.bits == 1)
        type = TYPE_U1;
    Ref x = func_use(f, a, type), y = func_use(f, b, type);
    func_emit(f, (Instr){.op = (uint8_t)compare->op,
                         .type = type,
                         .dst = func_result(f, i, TYPE_U1),
                         .a = compare->swap ? y : x,
                         .b = compare->swap ? x : y});
}

/* A comparison of floats is a `lt`, `le`, `eq` or `ne`, which are false (ne: true) for NaN, perhaps
 * with its operands swapped or its result inverted; or one of four that need two. */
typedef struct FloatCompare {
    Op op;
    bool swap, invert;
} FloatCompare;
static const FloatCompare float_compares[] = {
    [LLVMRealOEQ] = {OP_EQ, false, false},  [LLVMRealUNE] = {OP_NE, false, false},
    [LLVMRealOGT] = {OP_LT, true, false},   [LLVMRealOGE] = {OP_LE, true, false},
    [LLVMRealOLT] = {OP_LT, false, false},  [LLVMRealOLE] = {OP_LE, false, false},
    [LLVMRealUGT] = {OP_LE, false, true},   [LLVMRealUGE] = {OP_LT, false, true},
    [LLVMRealULT] = {OP_LE, true, true},    [LLVMRealULE] = {OP_LT, true, true},
    [LLVMRealONE] = {OP_MOV, false, false}, [LLVMRealUEQ] = {OP_MOV, false, true},
    [LLVMRealORD] = {OP_MOV, true, false},  [LLVMRealUNO] = {OP_MOV, true, true},
};

static void compare_twice(Func *f, Ref dst, Type type, Ref x, Ref y, bool ordered)
{
    Ref other = func_temporary(f, TYPE_U1);
    Op op = ordered ? OP_EQ : OP_LT;
    func_emit(f,
              (Instr){.op = (uint8_t)op, .type = type, .dst = other, .a = x, .b = ordered ? x : y});
    func_emit(f,
              (Instr){.op = (uint8_t)op, .type = type, .dst = dst, .a = y, .b = ordered ? y : x});
    func_emit(
        f,
        (Instr){.op = ordered ? OP_AND : OP_OR, .type = TYPE_U1, .dst = dst, .a = dst, .b = other});
}

void arith_compare_floats(Func *f, LLVMValueRef i)
{
    LLVMRealPredicate predicate = LLVMGetFCmpPredicate(i);
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    Type type = type_scalar(LLVMTypeOf(a));
    if (type.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "a comparison of %s", type_refusal(f->u, LLVMTypeOf(a)));
        return;
    }
    Ref dst = func_result(f, i, TYPE_U1);
    if (predicate == LLVMRealPredicateFalse || predicate == LLVMRealPredicateTrue) {
        func_emit(f, (Instr){.op = OP_MOV,
                             .type = TYPE_U1,
                             .dst = dst,
                             .a = build_constant(f->b, predicate == LLVMRealPredicateTrue)});
        return;
    }
    const FloatCompare *compare = &float_compares[predicate];
    Ref x = func_use(f, a, type), y = func_use(f, b, type);
    if (compare->op == OP_MOV)
        compare_twice(f, dst, type, x, y, compare->swap);
    else
        func_emit(f, (Instr){.op = (uint8_t)compare->op,
                             .type = type,
                             .dst = dst,
                             .a = compare->swap ? y : x,
                             .b = compare->swap ? x : y});
    if (compare->invert)
        func_emit(f, (Instr){.op = OP_NOT, .type = TYPE_U1, .dst = dst, .a = dst});
}

/* Conversions. */

/* Number to number: the type of the operand says how to read it, that of the result how to fit it.
 */
void arith_cast(Func *f, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetOperand(i, 0);
    Type from = type_scalar(LLVMTypeOf(a)), to = func_result_type(f, i);
    if (wide_cast(f, i))
        return;
    bool odd = type_scalar(LLVMTypeOf(i)).kind == TYPE_VOID;
    if (from.kind == TYPE_VOID || odd) {
        func_fail(f, ERR_UNSUPPORTED, "a conversion from or to %s",
                  type_refusal(f->u, LLVMTypeOf(odd && op != LLVMTrunc ? i : a)));
        return;
    }
    if (op == LLVMZExt || op == LLVMUIToFP)
        from.kind = TYPE_UNSIGNED;
    else if (op == LLVMTrunc && func_type(f, a).kind == TYPE_UNSIGNED)
        from.kind = TYPE_UNSIGNED;
    if (op == LLVMFPToUI && to.kind == TYPE_SIGNED)
        to.kind = TYPE_UNSIGNED;
    if (op == LLVMFPToSI && to.kind == TYPE_UNSIGNED && to.bits > 1)
        to.kind = TYPE_SIGNED;
    bool sign_bit = from.bits == 1 && (op == LLVMSExt || op == LLVMSIToFP);
    Ref ref = func_use(f, a, from);
    if (sign_bit) { /* a true of one bit is -1 */
        Type one = {TYPE_SIGNED, 1};
        ref = func_convert(f, ref, from, one);
        from = one;
    }
    bool from_float = op == LLVMFPToSI || op == LLVMFPToUI;
    bool checks = from_float && f->u->options->undefined && !func_is_lib(f->function);
    bool address = from_float && to.kind == TYPE_PTR; /* the same integer holds addresses, too */
    if (address)
        to =
            (Type){op == LLVMFPToSI ? TYPE_SIGNED : TYPE_UNSIGNED, type_scalar(LLVMTypeOf(i)).bits};
    Ref dst = address ? func_temporary(f, to) : func_result(f, i, to);
    func_emit(f, (Instr){.op = OP_CAST,
                         .flags = checks ? FLAG_CHECK : 0,
                         .type = to,
                         .from = from,
                         .dst = dst,
                         .a = ref});
    if (address)
        func_alias(f, i, func_convert(f, dst, to, TYPE_POINTER), TYPE_POINTER);
}

/* A pointer as an integer: the pointer itself where that integer is an address. */
void arith_to_integer(Func *f, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 0);
    Ref pointer = func_use(f, a, TYPE_POINTER);
    Type to = func_result_type(f, i), word = type_pointer_integer(f->u);
    bool only_compared = true;
    for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool compare = LLVMIsAICmpInst(user) && compares[LLVMGetICmpPredicate(user)].sign <= 0;
        bool subtract = LLVMGetInstructionOpcode(user) == LLVMSub &&
                        is_from_pointer(LLVMGetOperand(user, 0)) &&
                        is_from_pointer(LLVMGetOperand(user, 1));
        only_compared = only_compared && (compare || subtract);
    }
    if (to.kind == TYPE_PTR) {
        func_alias(f, i, pointer, TYPE_POINTER);
        return;
    }
    if (only_compared) /* its users take the pointer */
        return;
    if (to.bits == word.bits)
        word = to;
    Ref number = func_convert(f, pointer, TYPE_POINTER, word);
    func_alias(f, i, func_convert(f, number, word, to), to);
}

void arith_to_pointer(Func *f, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 0);
    Type natural = func_type(f, a), word = type_pointer_integer(f->u);
    Ref ref = func_use(f, a, natural);
    if (natural.kind != TYPE_PTR && natural.bits != word.bits) {
        Type wide = {TYPE_UNSIGNED, natural.bits};
        ref = func_convert(f, func_convert(f, ref, natural, wide), wide, word);
        natural = word;
    }
    if (ref < 0)
        ref = func_use(f, a, TYPE_POINTER);
    else
        ref = func_convert(f, ref, natural, TYPE_POINTER);
    func_alias(f, i, ref, TYPE_POINTER);
}

/* The bits of a float as an integer, or the other way: they go through memory of their own. */
static void read_bits(Func *f, LLVMValueRef i, Type from, Type to)
{
    Ref value = func_use(f, LLVMGetOperand(i, 0), from), object = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_ALLOC,
                         .dst = object,
                         .other = layout_hidden(f->u),
                         .b = build_constant(f->b, sizeof(uint64_t))});
    func_emit(f, (Instr){.op = OP_STORE, .type = from, .a = object, .b = value});
    func_emit(f, (Instr){.op = OP_LOAD, .type = to, .dst = func_result(f, i, to), .a = object});
    func_free_object(f, object);
}

/* Also bitcasts. */
void arith_freeze(Func *f, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 0);
    Type type = func_type(f, a), to = type_scalar(LLVMTypeOf(i));
    bool number = type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
    bool numbers = to.kind == TYPE_SIGNED && type.kind != TYPE_FLOAT;
    bool vector = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMVectorTypeKind;
    if ((type.kind == TYPE_FLOAT && to.kind == TYPE_SIGNED && type.bits == to.bits) ||
        (number && to.kind == TYPE_FLOAT && type.bits == to.bits))
        read_bits(f, i, type, to);
    else if (vector || to.kind == TYPE_VOID || type.kind == TYPE_VOID ||
             (!numbers && to.kind != type.kind))
        func_fail(f, ERR_UNSUPPORTED,
                  "the bits of a value are read as those of another type, a float or a vector: use "
                  "memcpy, or a union");
    else
        func_alias(f, i, func_use(f, a, type), type);
}

void arith_select(Func *f, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 1), b = LLVMGetOperand(i, 2);
    Type type = func_result_type(f, i);
    if (wide_select(f, i))
        return;
    if (type.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "a choice (?:) between two values: %s",
                  type_refusal(f->u, LLVMTypeOf(i)));
        return;
    }
    if (LLVMIsPoison(b)) { /* simplify.c */
        func_fail(f, ERR_UNSUPPORTED,
                  "an element of a vector whose index is computed: use an array");
        return;
    }
    Ref condition = func_use(f, LLVMGetOperand(i, 0), TYPE_U1);
    Ref dst = func_temporary(f, type);
    Label first = build_label(f->b), second = build_label(f->b), done = build_label(f->b);
    func_emit(f, (Instr){.op = OP_BRANCH, .a = condition, .target = first, .other = second});
    func_place(f, first);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = func_use(f, a, type)});
    func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    func_place(f, second);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = func_use(f, b, type)});
    func_place(f, done);
    func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = dst, .count = 1});
}

/* Parts of aggregates: some of their leaves. */

/* The number of leaves before the part that the indexes name, and the type of the part. */
static unsigned leaves_before(Unit *u, LLVMTypeRef *type, const unsigned *indexes, unsigned count)
{
    Leaves leaves = {0};
    for (unsigned n = 0; n < count; n++) {
        bool is_struct = LLVMGetTypeKind(*type) == LLVMStructTypeKind;
        for (unsigned k = 0; k < indexes[n]; k++)
            type_leaves(u,
                        is_struct ? LLVMStructGetTypeAtIndex(*type, k) : LLVMGetElementType(*type),
                        0, &leaves);
        *type = is_struct ? LLVMStructGetTypeAtIndex(*type, indexes[n]) : LLVMGetElementType(*type);
    }
    unsigned before = (unsigned)leaves.len;
    vec_free(&leaves);
    return before;
}

/* Copies `count` leaves of a value, from leaf `from` on, to registers. */
static void copy_leaves(Func *f, LLVMValueRef value, unsigned from, Ref to, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        Type type = func_register_type(f, to + (Ref)k);
        func_emit(f, (Instr){.op = OP_MOV,
                             .type = type,
                             .dst = to + (Ref)k,
                             .a = func_leaf(f, value, from + k, type)});
    }
}

static void extract(Func *f, LLVMValueRef i, unsigned before)
{
    LLVMValueRef from = LLVMGetOperand(i, 0);
    Leaves leaves = {0};
    bool fits = type_leaves(f->u, LLVMTypeOf(i), 0, &leaves);
    const Slot *slot = func_slot(f, from);
    if (!fits) {
        func_fail(f, ERR_UNSUPPORTED, "a member or element of %s",
                  type_refusal(f->u, LLVMTypeOf(from)));
    } else if (slot && slot->kind == SLOT_REGISTERS && slot->first >= 0) {
        Slot part = {.kind = SLOT_REGISTERS,
                     .first = slot->first + (Ref)before,
                     .count = (uint32_t)leaves.len};
        func_add_slot(f, i, part);
    } else {
        Ref first;
        func_result_leaves(f, i, &first, &leaves);
        copy_leaves(f, from, before, first, (unsigned)leaves.len);
    }
    vec_free(&leaves);
}

static void insert(Func *f, LLVMValueRef i, unsigned before)
{
    LLVMValueRef from = LLVMGetOperand(i, 0), part = LLVMGetOperand(i, 1);
    Leaves leaves = {0}, parts = {0};
    Ref first;
    if (!type_leaves(f->u, LLVMTypeOf(part), 0, &parts) ||
        !func_result_leaves(f, i, &first, &leaves)) {
        func_fail(f, ERR_UNSUPPORTED, "a member or element of %s",
                  type_refusal(f->u, LLVMTypeOf(from)));
    } else {
        unsigned behind = before + (unsigned)parts.len;
        copy_leaves(f, from, 0, first, before);
        copy_leaves(f, part, 0, first + (Ref)before, (unsigned)parts.len);
        copy_leaves(f, from, behind, first + (Ref)behind, (unsigned)leaves.len - behind);
    }
    vec_free(&leaves);
    vec_free(&parts);
}

void arith_extract(Func *f, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    extract(f, i, leaves_before(f->u, &type, LLVMGetIndices(i), LLVMGetNumIndices(i)));
}

void arith_insert(Func *f, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMTypeOf(i);
    insert(f, i, leaves_before(f->u, &type, LLVMGetIndices(i), LLVMGetNumIndices(i)));
}

void arith_extract_element(Func *f, LLVMValueRef i)
{
    LLVMValueRef index = LLVMGetOperand(i, 1);
    if (LLVMIsAConstantInt(index))
        extract(f, i, (unsigned)LLVMConstIntGetZExtValue(index));
    else
        func_fail(f, ERR_UNSUPPORTED, "an element of a vector by a variable index: use an array");
}

void arith_insert_element(Func *f, LLVMValueRef i)
{
    LLVMValueRef index = LLVMGetOperand(i, 2);
    if (LLVMIsAConstantInt(index))
        insert(f, i, (unsigned)LLVMConstIntGetZExtValue(index));
    else
        func_fail(f, ERR_UNSUPPORTED, "an element of a vector by a variable index: use an array");
}
