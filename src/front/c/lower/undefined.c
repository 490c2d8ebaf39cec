/* undefined.c -- what C leaves undefined, as far as LLVM's instructions still show it; see func.h.
 *
 * Shifts.  clang makes the amount as wide as what is shifted; where that cuts it off, the
 * conversion is called `sh_prom`, and the amount is the one before it.
 *
 * Arrays inside of objects.  `s.a[i]` and `m[j][i]` are address computations on the type of the
 * array, so the index must be below its length; it may be equal if only the address is taken.  A
 * pointer to an element, as in `int *p = s.a`, knows no array: what is reached through it is held
 * against the whole object.  An array that is the last member of a struct may stand for more
 * elements than it says, if the struct is reached through a pointer: programs allocate more memory
 * than the struct has.  In a declared object, and in an array of structs, it may not.
 *
 * Values that are not there.  A function that ends without `return` returns an alloca that was
 * never written.  Only to use it is wrong; so there is a second result, and the caller looks at it.
 */
#include "front/c/lower/func.h"

#include "front/c/lower/reach.h"

bool undefined_operand(LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (LLVMIsPoison(LLVMGetOperand(i, (unsigned)k)))
            return true;
    return false;
}

bool undefined_division(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool divides = op == LLVMSDiv || op == LLVMUDiv || op == LLVMSRem || op == LLVMURem;
    LLVMValueRef divisor = divides ? LLVMGetOperand(i, 1) : NULL;
    if (!divides || !LLVMIsAConstantInt(divisor))
        return divides;
    long long number = LLVMConstIntGetSExtValue(divisor);
    return !number || number == -1;
}

bool undefined_shift(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op != LLVMShl && op != LLVMLShr && op != LLVMAShr)
        return false;
    LLVMValueRef amount = LLVMGetOperand(i, 1);
    unsigned bits = type_scalar(LLVMTypeOf(i)).bits;
    return !LLVMIsAConstantInt(amount) || LLVMConstIntGetZExtValue(amount) >= bits;
}

/* What the amount of a shift was before it was cut off to the width; NULL: it was not. */
static LLVMValueRef wide_amount(LLVMValueRef i)
{
    size_t len;
    LLVMValueRef amount = LLVMGetOperand(i, 1);
    if (!undefined_shift(i) || !LLVMIsATruncInst(amount) ||
        strncmp(LLVMGetValueName2(amount, &len), "sh_prom", 7) != 0)
        return NULL;
    LLVMValueRef wide = LLVMGetOperand(amount, 0);
    return type_scalar(LLVMTypeOf(wide)).kind == TYPE_VOID && !wide_is(wide) ? NULL : wide;
}

/* Arrays. */

static bool is_address(LLVMValueRef value)
{
    return LLVMIsAGetElementPtrInst(value) ||
           (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

/* The type that index number n of an address computation chooses from. */
static LLVMTypeRef indexed_type(LLVMValueRef address, unsigned n)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (unsigned k = 2; k < n; k++)
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind
                   ? LLVMStructGetTypeAtIndex(
                         type, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, k)))
                   : LLVMGetElementType(type);
    return type;
}

/* Is the member the last one?  Behind an array of one element there may be padding. */
static bool is_last(LLVMTypeRef type, unsigned field, uint64_t length)
{
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned k = field + 1; k < count; k++) {
        LLVMTypeRef next = LLVMStructGetTypeAtIndex(type, k);
        bool bytes = LLVMGetTypeKind(next) == LLVMArrayTypeKind &&
                     LLVMGetTypeKind(LLVMGetElementType(next)) == LLVMIntegerTypeKind &&
                     LLVMGetIntTypeWidth(LLVMGetElementType(next)) == 8;
        if (length > 1 || !bytes)
            return false;
    }
    return true;
}

/* May there be more memory behind what index number n - 1 of the address computation chose than
 * its type says, by `length` elements of an array at its end? */
static bool may_be_more(LLVMValueRef address, unsigned n, uint64_t length)
{
    while (n > 2) {
        LLVMTypeRef type = indexed_type(address, n - 1);
        if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
            return false; /* an element of an array */
        LLVMValueRef field = LLVMGetOperand(address, n - 1);
        if (!is_last(type, (unsigned)LLVMConstIntGetZExtValue(field), length))
            return false;
        n--;
    }
    LLVMValueRef first = LLVMGetOperand(address, 1), base = LLVMGetOperand(address, 0);
    if (!LLVMIsAConstantInt(first) || LLVMConstIntGetSExtValue(first) != 0)
        return length <= 1;
    if (LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base))
        return false;
    if (!is_address(base))
        return true;
    unsigned last = (unsigned)LLVMGetNumOperands(base);
    return last == 2 ? length <= 1 : may_be_more(base, last, length);
}

/* Is the member that index number n leads into part of a struct, or is the array all there is? */
static bool is_flexible(LLVMValueRef address, unsigned n, uint64_t length)
{
    LLVMValueRef base = LLVMGetOperand(address, 0);
    bool whole =
        n == 2 && !is_address(base) && !LLVMIsAAllocaInst(base) && !LLVMIsAGlobalVariable(base);
    return length == 0 || (whole ? length == 1 : may_be_more(address, n, length));
}

/* Is memory accessed at the address that was computed? */
static bool is_accessed(LLVMValueRef address, int depth)
{
    size_t len;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && depth; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address))
            return true;
        if ((LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) &&
            LLVMGetOperand(user, 0) == address)
            return true;
        if (is_address(user) && LLVMGetOperand(user, 0) == address && is_accessed(user, depth - 1))
            return true;
        LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        if (callee && LLVMIsAFunction(callee) &&
            strncmp(LLVMGetValueName2(callee, &len), "llvm.mem", 8) == 0)
            return true;
    }
    return false;
}

/* The length of the array that index number n leads into; 0: it may be longer, or none. */
static uint32_t length_of(const Unit *u, LLVMValueRef address, unsigned n)
{
    if (!u->options->memory || u->options->goal != C_GOAL_ALL || n < 2 || !LLVMIsInBounds(address))
        return 0;
    LLVMTypeRef type = indexed_type(address, n);
    uint64_t length = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : 0;
    return length >= UINT32_MAX || is_flexible(address, n, length) ? 0 : (uint32_t)length;
}

uint32_t undefined_limit(const Unit *u, LLVMValueRef address, unsigned n)
{
    uint32_t length = length_of(u, address, n);
    return length && !is_accessed(address, 4) ? length + 1 : length;
}

LLVMValueRef undefined_whole_index(LLVMValueRef index)
{
    size_t len;
    if (!LLVMIsATruncInst(index) || strncmp(LLVMGetValueName2(index, &len), "idxprom", 7) != 0)
        return index;
    LLVMValueRef wide = LLVMGetOperand(index, 0);
    return type_scalar(LLVMTypeOf(wide)).bits == 64 ? wide : index;
}

static bool is_outside(const Unit *u, LLVMValueRef address, bool accessed)
{
    if (!is_address(address))
        return false;
    bool constant = LLVMIsConstant(address); /* it stands for itself wherever it is used */
    accessed |= !constant && is_accessed(address, 4);
    for (unsigned n = 2; n < (unsigned)LLVMGetNumOperands(address); n++) {
        LLVMValueRef index = LLVMGetOperand(address, n);
        uint64_t length = LLVMIsAConstantInt(index) ? length_of(u, address, n) : 0;
        if (length && LLVMConstIntGetZExtValue(index) >= length + !accessed)
            return true;
    }
    return constant && is_outside(u, LLVMGetOperand(address, 0), accessed);
}

bool undefined_index(const Unit *u, LLVMValueRef address)
{
    for (unsigned n = 2; n < (unsigned)LLVMGetNumOperands(address); n++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(address, n)) && undefined_limit(u, address, n))
            return true;
    return is_outside(u, address, false);
}

void undefined_check_place(Func *f, LLVMValueRef pointer, bool accessed)
{
    if (f->function && !func_is_lib(f->function) && is_outside(f->u, pointer, accessed))
        func_fail(f, ERR_OUT_OF_BOUNDS, "an index is outside of its array");
}

void undefined_check_amount(Func *f, LLVMValueRef i)
{
    LLVMValueRef wide =
        f->u->options->undefined && !func_is_lib(f->function) ? wide_amount(i) : NULL;
    if (!wide)
        return;
    bool two = wide_is(wide); /* 128 bits: the upper word must be 0 */
    Type type = {TYPE_UNSIGNED, two ? 64 : type_scalar(LLVMTypeOf(wide)).bits};
    Ref fits = func_temporary(f, TYPE_U1), amount = func_leaf(f, wide, 0, type);
    Label good = build_label(f->b), bad = build_label(f->b);
    func_emit(f, (Instr){.op = OP_LT,
                         .type = type,
                         .dst = fits,
                         .a = amount,
                         .b = func_constant(f, type, type_scalar(LLVMTypeOf(i)).bits)});
    if (two) {
        Ref none = func_temporary(f, TYPE_U1);
        func_emit(f, (Instr){.op = OP_EQ,
                             .type = type,
                             .dst = none,
                             .a = func_leaf(f, wide, 1, type),
                             .b = build_constant(f->b, 0)});
        func_emit(f, (Instr){.op = OP_AND, .type = TYPE_U1, .dst = fits, .a = fits, .b = none});
    }
    func_emit(f, (Instr){.op = OP_BRANCH, .a = fits, .target = good, .other = bad});
    func_place(f, bad);
    func_fail(f, ERR_SHIFT, "shift by a negative number, or by all bits or more");
    func_place(f, good);
}

/* Bits that are counted. */

/* What __builtin_ffs and the like become takes the result only if the number is not zero. */
static bool is_zero_chosen(LLVMValueRef number)
{
    for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef test = LLVMGetUser(use);
        if (!LLVMIsAICmpInst(test) || !LLVMIsNull(LLVMGetOperand(test, 1)))
            continue;
        for (LLVMUseRef of = LLVMGetFirstUse(test); of; of = LLVMGetNextUse(of))
            if (LLVMIsASelectInst(LLVMGetUser(of)))
                return true;
    }
    return false;
}

void undefined_check_count(Func *f, LLVMValueRef number, LLVMValueRef never_zero, Ref value)
{
    Type type = {TYPE_UNSIGNED, type_scalar(LLVMTypeOf(number)).bits};
    if (!f->u->options->undefined || func_is_lib(f->function) || LLVMIsNull(never_zero) ||
        (!LLVMIsAConstant(number) && is_zero_chosen(number)))
        return;
    Ref fits = func_temporary(f, TYPE_U1);
    Label good = build_label(f->b), bad = build_label(f->b);
    func_emit(
        f,
        (Instr){.op = OP_NE, .type = type, .dst = fits, .a = value, .b = build_constant(f->b, 0)});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = fits, .target = good, .other = bad});
    func_place(f, bad);
    func_fail(f, ERR_UNDEFINED,
              "zeros are counted in a number that is zero (__builtin_clz, __builtin_ctz)");
    func_place(f, good);
}

/* Lengths of arrays. */

/* One factor.  Of a narrow one LLVM does not say whether it has a sign; a wide one that is negative
 * if it has would be more memory than there is if it has none. */
static void check_length(Func *f, LLVMValueRef length)
{
    enum { WIDE = 32 };
    if (LLVMIsAZExtInst(length) || LLVMIsASExtInst(length))
        length = LLVMGetOperand(length, 0);
    if (LLVMIsAConstant(length))
        return;
    unsigned bits = type_scalar(LLVMTypeOf(length)).bits;
    Type type = {bits < WIDE ? TYPE_UNSIGNED : TYPE_SIGNED, (uint8_t)bits};
    Ref fits = func_temporary(f, TYPE_U1);
    Label good = build_label(f->b), bad = build_label(f->b);
    func_emit(f, (Instr){.op = OP_LT,
                         .type = type,
                         .dst = fits,
                         .a = build_constant(f->b, 0),
                         .b = func_use(f, length, type)});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = fits, .target = good, .other = bad});
    func_place(f, bad);
    func_fail(f, ERR_UNDEFINED, "the length of an array is zero or negative");
    func_place(f, good);
}

static void check_lengths(Func *f, LLVMValueRef product)
{
    if (!LLVMIsABinaryOperator(product) || LLVMGetInstructionOpcode(product) != LLVMMul) {
        check_length(f, product);
        return;
    }
    check_lengths(f, LLVMGetOperand(product, 0));
    check_lengths(f, LLVMGetOperand(product, 1));
}

void undefined_check_length(Func *f, LLVMValueRef alloca)
{
    size_t len;
    bool is_array = strncmp(LLVMGetValueName2(alloca, &len), "vla", 3) == 0;
    if (is_array && f->u->options->undefined && !func_is_lib(f->function))
        check_lengths(f, LLVMGetOperand(alloca, 0));
}

/* Copies. */

/* The variable that an address leads into; NULL: it is not known. */
static LLVMValueRef variable_of(LLVMValueRef address)
{
    while (is_address(address))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAAllocaInst(address) || LLVMIsAGlobalVariable(address) ? address : NULL;
}

/* A number of bytes. */
static Ref use_count(Func *f, LLVMValueRef bytes)
{
    Type natural = func_type(f, bytes);
    return LLVMIsAConstantInt(bytes)
               ? build_constant(f->b, LLVMConstIntGetZExtValue(bytes))
               : func_convert(f, func_use(f, bytes, natural), natural, TYPE_S64);
}

void undefined_check_read(Func *f, const LLVMValueRef *args)
{
    if (!f->u->options->undefined)
        return;
    Ref operands[] = {func_use(f, args[0], TYPE_POINTER), func_use(f, args[2], TYPE_POINTER),
                      use_count(f, args[1]), use_count(f, args[3])};
    func_emit(f, (Instr){.op = OP_APART, .list = build_list(f->b, operands, 4)});
}

void undefined_check_apart(Func *f, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes)
{
    LLVMValueRef a = variable_of(to), b = variable_of(from);
    bool differ = a != b && ((a && b) || (a && LLVMIsAAllocaInst(a) && !variable_escapes(a)) ||
                             (b && LLVMIsAAllocaInst(b) && !variable_escapes(b)));
    if (!f->u->options->undefined || differ || f->pure || f->ghost)
        return;
    Ref operands[] = {func_use(f, to, TYPE_POINTER), func_use(f, from, TYPE_POINTER),
                      use_count(f, bytes)};
    func_emit(f, (Instr){.op = OP_APART, .list = build_list(f->b, operands, 3)});
}

/* Functions that end without a value. */

LLVMValueRef undefined_value(LLVMValueRef function)
{
    size_t len;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        LLVMValueRef value = end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1
                                 ? LLVMGetOperand(end, 0)
                                 : NULL;
        LLVMValueRef from = value && LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
        if (from && LLVMIsAAllocaInst(from) && strcmp(LLVMGetValueName2(from, &len), "retval") == 0)
            return from;
    }
    return NULL;
}

/* What happens first to the value in a block: 1 it is written, -1 it is returned, 0 nothing. */
static int first_use(LLVMBasicBlockRef block, LLVMValueRef value)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == value)
            return 1;
        if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == value)
            return -1;
    }
    return 0;
}

static bool find_fall(Unit *u, LLVMValueRef function, LLVMValueRef value)
{
    Map seen = {0};
    VEC(LLVMBasicBlockRef) work = {0};
    bool falls = false;
    vec_push(&work, LLVMGetEntryBasicBlock(function));
    while (work.len && !falls) {
        LLVMBasicBlockRef block = vec_pop(&work);
        int use = map_get(&seen, block) ? 1 : first_use(block, value);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        map_put(&seen, block, 1);
        falls = use < 0;
        for (unsigned k = 0; use == 0 && k < reach_successors(u, end); k++)
            vec_push(&work, reach_successor(u, end, k));
    }
    map_free(&seen);
    vec_free(&work);
    return falls;
}

bool undefined_falls(Unit *u, LLVMValueRef function)
{
    uint32_t known = map_get(&u->falls, function);
    if (known)
        return known == 2;
    LLVMValueRef value = NULL;
    if (!LLVMIsDeclaration(function) && !func_is_lib(function) && !predicate_is(function) &&
        !predicate_is_annotated(u, function))
        value = undefined_value(function);
    bool scalar = value && type_scalar(LLVMGetAllocatedType(value)).kind != TYPE_VOID;
    bool falls = scalar && find_fall(u, function, value);
    map_put(&u->falls, function, falls ? 2 : 1);
    return falls;
}

bool undefined_falls_somewhere(Unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f && !u->falls_somewhere;
         f = LLVMGetNextFunction(f))
        if (map_get(&u->reached, f) && undefined_falls(u, f))
            u->falls_somewhere = 2;
    if (!u->falls_somewhere)
        u->falls_somewhere = 1;
    return u->falls_somewhere == 2;
}

void undefined_check_value(Func *f, LLVMValueRef call, Ref fell)
{
    if (!call || !LLVMGetFirstUse(call))
        return;
    Label good = build_label(f->b), bad = build_label(f->b);
    func_emit(f, (Instr){.op = OP_BRANCH, .a = fell, .target = bad, .other = good});
    func_place(f, bad);
    if (f->u->options->undefined) {
        func_fail(f, ERR_NO_RETURN,
                  "the function ended without `return`, and its value is used here");
    } else {
        const char *text = "the value of a function that ended without `return` is used here, and "
                           "taken as zero; --property=undefined shows the run";
        func_emit(f, (Instr){.op = OP_DOUBT, .other = build_string(f->b, text)});
    }
    func_place(f, good);
}

/* Variables of functions that pthread_exit or longjmp ends. */

/* Calls of the function itself, of those that it calls, and so on. */
static bool may_exit(Unit *u, LLVMValueRef function, Map *seen)
{
    size_t len;
    if (strcmp(LLVMGetValueName2(function, &len), "__heddle_end_thread") == 0 ||
        strcmp(LLVMGetValueName2(function, &len), "__heddle_jump") == 0)
        return true;
    if (LLVMIsDeclaration(function) || map_get(seen, function))
        return false;
    map_put(seen, function, 1);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && map_get(&u->reached, b);
             i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && !LLVMIsAInlineAsm(callee) &&
                (!LLVMIsAFunction(callee) || may_exit(u, callee, seen)))
                return true;
        }
    return false;
}

static bool exits(Unit *u, LLVMValueRef callee)
{
    uint32_t known = map_get(&u->exits, callee);
    if (!known) {
        Map seen = {0};
        known = may_exit(u, callee, &seen) ? 2 : 1;
        map_put(&u->exits, callee, known);
        map_free(&seen);
    }
    return known == 2;
}

bool undefined_unwinds(const Func *f)
{
    LLVMValueRef end = LLVMGetNamedFunction(f->u->module, "__heddle_end_thread");
    bool ends = f->u->options->memory && end && map_get(&f->u->reached, end);
    return !func_is_lib(f->function) && (ends || jump_happens(f->u));
}

Label undefined_unwind(Func *f, LLVMValueRef callee)
{
    bool objects = f->jumps;
    vec_each (Slot, slot, &f->slot)
        objects |= slot->kind == SLOT_OBJECT;
    if (!objects || f->depth || f->dead || !undefined_unwinds(f) ||
        (callee && !exits(f->u, callee)))
        return 0;
    if (!f->unwind)
        f->unwind = build_label(f->b);
    return f->unwind;
}

void undefined_end_objects(Func *f)
{
    if (!f->unwind)
        return;
    f->depth = 0;
    func_place(f, f->unwind);
    Ref caught = func_temporary(f, TYPE_U32);
    func_emit(f, (Instr){.op = OP_CAUGHT, .dst = caught});
    jump_land(f);
    vec_each (Slot, slot, &f->slot)
        if (slot->kind == SLOT_OBJECT)
            func_emit(f, (Instr){.op = OP_FREE, .a = slot->first});
    leave_free_kept(f);
    jump_rethrow(f, caught);
}
