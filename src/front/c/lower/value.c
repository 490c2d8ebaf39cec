/* value.c -- operands and results: where LLVM's values are, and as what type; see func.h. */
#include "front/c/lower/func.h"

Slot *func_slot(Func *f, LLVMValueRef value)
{
    uint32_t index = map_get(&f->slots, value);
    return index ? &f->slot.at[index] : NULL;
}

Slot *func_add_slot(Func *f, LLVMValueRef value, Slot slot)
{
    map_put(&f->slots, value, (uint32_t)f->slot.len);
    vec_push(&f->slot, slot);
    return &vec_last(&f->slot);
}

Type func_register_type(Func *f, Ref reg)
{
    return f->u->program->procs.at[f->b->proc].registers.at[reg].type;
}

Ref func_temporary(Func *f, Type type)
{
    return build_register(f->b, NULL, type);
}

Ref func_constant(Func *f, Type type, uint64_t value)
{
    unsigned unused = 64u - type.bits;
    if (type.kind == TYPE_SIGNED)
        value = (uint64_t)((int64_t)(value << unused) >> unused);
    else if (type.kind != TYPE_PTR)
        value = value << unused >> unused;
    return build_constant(f->b, value);
}

Ref func_convert(Func *f, Ref ref, Type from, Type to)
{
    if (type_equal(from, to))
        return ref;
    Ref dst = func_temporary(f, to);
    func_emit(f, (Instr){.op = OP_CAST, .type = to, .from = from, .dst = dst, .a = ref});
    return dst;
}

/* Constants. */

static Ref use_float(Func *f, LLVMValueRef value, Type want)
{
    LLVMBool loses;
    double d = LLVMConstRealGetDouble(value, &loses);
    uint64_t bits = 0;
    if (want.bits == 32) {
        float single = (float)d;
        memcpy(&bits, &single, sizeof single);
    } else {
        memcpy(&bits, &d, sizeof d);
    }
    return build_constant(f->b, bits);
}

/* A number as a pointer without object; those beyond 32 bits are left to the machine. */
static Ref use_number_as_pointer(Func *f, uint64_t number)
{
    if (f->u->program->pointer_bytes == 4)
        number = (uint32_t)number;
    uint32_t high = (uint32_t)(number >> 32);
    if (!high || high == UINT32_MAX)
        return build_constant(f->b, number);
    Type type = {TYPE_UNSIGNED, 64};
    Ref temporary = func_temporary(f, type);
    func_emit(
        f,
        (Instr){.op = OP_MOV, .type = type, .dst = temporary, .a = build_constant(f->b, number)});
    return func_convert(f, temporary, type, TYPE_POINTER);
}

static Ref use_integer(Func *f, LLVMValueRef value, Type want)
{
    uint64_t number = (uint64_t)LLVMConstIntGetSExtValue(value);
    if (want.kind == TYPE_PTR)
        return use_number_as_pointer(f, number);
    return func_constant(f, want, number);
}

static Ref use_pointer(Func *f, LLVMValueRef base, int64_t offset, Type want)
{
    uint32_t object =
        LLVMIsAFunction(base) ? PROC_OBJECT + global_proc(f->u, base) : global_object(f->u, base);
    Ref ref = build_constant(f->b, pointer_make(object, (int32_t)offset));
    if (want.kind == TYPE_PTR)
        return ref;
    Ref pointer = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_MOV, .type = TYPE_POINTER, .dst = pointer, .a = ref});
    return func_convert(f, pointer, TYPE_POINTER, want);
}

/* Arithmetic that the linker would do: on addresses. */
static Ref use_expression(Func *f, LLVMValueRef value, Type want)
{
    LLVMOpcode op = LLVMGetConstOpcode(value);
    if (op == LLVMPtrToInt || op == LLVMIntToPtr || op == LLVMBitCast || op == LLVMAddrSpaceCast)
        return func_use(f, LLVMGetOperand(value, 0), want);
    if (op == LLVMTrunc) {
        Type inner = type_scalar(LLVMTypeOf(LLVMGetOperand(value, 0)));
        return func_convert(f, func_use(f, LLVMGetOperand(value, 0), inner), inner, want);
    }
    if (op == LLVMGetElementPtr)
        return func_convert(f, memory_element(f, value), TYPE_POINTER, want);
    LLVMValueRef a = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 0) : NULL;
    LLVMValueRef b = a ? LLVMGetOperand(value, 1) : NULL;
    bool pointers = a && LLVMIsAConstantExpr(a) && LLVMIsAConstantExpr(b) &&
                    LLVMGetConstOpcode(a) == LLVMPtrToInt && LLVMGetConstOpcode(b) == LLVMPtrToInt;
    Ref dst = func_temporary(f, op == LLVMSub && pointers ? TYPE_S64 : want);
    if (op == LLVMSub && pointers)
        func_emit(f, (Instr){.op = OP_DISTANCE,
                             .dst = dst,
                             .a = func_use(f, a, TYPE_POINTER),
                             .b = func_use(f, b, TYPE_POINTER)});
    else if (op == LLVMSub || op == LLVMAdd)
        func_emit(f, (Instr){.op = op == LLVMSub ? OP_SUB : OP_ADD,
                             .type = want,
                             .dst = dst,
                             .a = func_use(f, a, want),
                             .b = func_use(f, b, want)});
    else
        func_fail(
            f, ERR_UNSUPPORTED,
            "a constant expression of a kind that heddle does not know; compute it at run time");
    return op == LLVMSub && pointers ? func_convert(f, dst, TYPE_S64, want) : dst;
}

static Ref use_constant(Func *f, LLVMValueRef value, Type want)
{
    LLVMValueRef base;
    int64_t offset;
    undefined_check_place(f, value, false);
    if (LLVMIsAConstantInt(value))
        return use_integer(f, value, want);
    if (LLVMIsAConstantFP(value))
        return use_float(f, value, want);
    if (LLVMIsNull(value) || LLVMIsUndef(value) || LLVMIsPoison(value))
        return build_constant(f->b, 0);
    if (global_pointer(f->u, value, &base, &offset))
        return use_pointer(f, base, offset, want);
    if (LLVMIsAConstantExpr(value))
        return use_expression(f, value, want);
    func_fail(f, ERR_UNSUPPORTED,
              LLVMIsABlockAddress(value) ? "the address of a label (&&): use a switch"
                                         : "a constant of a kind that heddle does not know");
    return build_constant(f->b, 0);
}

/* Leaf k of a constant; *k counts down over the leaves that were passed. */
static LLVMValueRef constant_leaf(Unit *u, LLVMValueRef value, LLVMTypeRef type, unsigned *k)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    unsigned count = kind == LLVMStructTypeKind   ? LLVMCountStructElementTypes(type)
                     : kind == LLVMArrayTypeKind  ? (unsigned)LLVMGetArrayLength2(type)
                     : kind == LLVMVectorTypeKind ? LLVMGetVectorSize(type)
                                                  : 0;
    bool aggregate =
        kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
    if (!aggregate)
        return (*k)-- == 0 ? value : NULL;
    for (unsigned i = 0; i < count; i++) {
        LLVMTypeRef inner = kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                       : LLVMGetElementType(type);
        LLVMValueRef element = LLVMGetAggregateElement(value, i);
        LLVMValueRef found = element       ? constant_leaf(u, element, inner, k)
                             : (*k)-- == 0 ? value
                                           : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* Values. */

static bool is_pointer_expression(LLVMValueRef value)
{
    return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt;
}

Type func_type(Func *f, LLVMValueRef value)
{
    return func_leaf_type(f, value, 0);
}

Type func_leaf_type(Func *f, LLVMValueRef value, unsigned k)
{
    const Slot *slot = func_slot(f, value);
    if (slot && slot->kind == SLOT_REGISTERS && slot->first >= 0)
        return func_register_type(f, slot->first + (Ref)k);
    if (slot && slot->kind != SLOT_REGISTERS)
        return TYPE_POINTER;
    if (is_pointer_expression(value))
        return TYPE_POINTER;
    Leaves leaves = {0};
    type_leaves(f->u, LLVMTypeOf(value), 0, &leaves);
    Type type = k < leaves.len ? leaves.at[k].type : (Type){0};
    vec_free(&leaves);
    return type;
}

static Ref use_slot(Func *f, const Slot *slot, LLVMValueRef value, unsigned k, Type want)
{
    if (slot->kind == SLOT_PLACE) {
        Place place = memory_place(f, value);
        Ref dst = func_temporary(f, TYPE_POINTER);
        func_emit(f, (Instr){.op = OP_FIELD, .dst = dst, .a = place.base, .offset = place.offset});
        return func_convert(f, dst, TYPE_POINTER, want);
    }
    Ref ref = slot->first < 0 ? slot->first : slot->first + (Ref)k;
    if (ref < 0)
        return ref;
    return func_convert(f, ref, func_register_type(f, ref), want);
}

Ref func_leaf(Func *f, LLVMValueRef value, unsigned k, Type want)
{
    const Slot *slot = func_slot(f, value);
    if (slot && slot->kind != SLOT_NONE && slot->kind != SLOT_VARIABLE)
        return use_slot(f, slot, value, k, want);
    if (!LLVMIsConstant(value)) { /* in code that cannot be reached */
        func_fail(f, ERR_UNSUPPORTED, "a value that was never computed");
        return build_constant(f->b, 0);
    }
    unsigned rest = k;
    if (LLVMIsPoison(value) && type_scalar(LLVMTypeOf(value)).kind != TYPE_VOID && f->function)
        func_fail(
            f, ERR_UNDEFINED,
            "the result of this computation is undefined: a shift by too much, a division, or "
            "a conversion");
    if (LLVMIsNull(value))
        return build_constant(f->b, 0);
    if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 128)
            return wide_constant(f, value, k, want);
        func_fail(f, ERR_UNSUPPORTED, "a constant of %s", type_refusal(f->u, LLVMTypeOf(value)));
        return build_constant(f->b, 0);
    }
    LLVMValueRef leaf = constant_leaf(f->u, value, LLVMTypeOf(value), &rest);
    return leaf ? use_constant(f, leaf, want) : build_constant(f->b, 0);
}

Ref func_use(Func *f, LLVMValueRef value, Type want)
{
    return func_leaf(f, value, 0, want);
}

/* Results. */

void func_alias(Func *f, LLVMValueRef instruction, Ref ref, Type type)
{
    if (ref < 0) { /* a constant has no type of its own: give it one */
        Ref dst = func_temporary(f, type);
        func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = ref});
        ref = dst;
    }
    func_add_slot(f, instruction, (Slot){.kind = SLOT_REGISTERS, .first = ref, .count = 1});
}

/* Instructions that emit nothing. */
static bool is_silent(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
        return false;
    size_t len;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(instruction), &len);
    return strncmp(name, "llvm.dbg.", 9) == 0;
}

/* The store behind the instruction that is the only use of its result, if it goes to a variable
 * in a register. */
static LLVMValueRef store_behind(Func *f, LLVMValueRef instruction)
{
    LLVMUseRef use = LLVMGetFirstUse(instruction);
    if (!use || LLVMGetNextUse(use))
        return NULL;
    LLVMValueRef next = LLVMGetNextInstruction(instruction);
    while (next && is_silent(next))
        next = LLVMGetNextInstruction(next);
    if (!next || next != LLVMGetUser(use) || !LLVMIsAStoreInst(next) ||
        LLVMGetOperand(next, 0) != instruction)
        return NULL;
    const Slot *slot = func_slot(f, LLVMGetOperand(next, 1));
    return slot && slot->kind == SLOT_VARIABLE ? next : NULL;
}

Ref func_result(Func *f, LLVMValueRef instruction, Type type)
{
    LLVMValueRef store = store_behind(f, instruction);
    if (store) {
        Ref variable = func_slot(f, LLVMGetOperand(store, 1))->first;
        if (type_equal(func_register_type(f, variable), type)) {
            f->stored = store;
            func_add_slot(f, instruction,
                          (Slot){.kind = SLOT_REGISTERS, .first = variable, .count = 1});
            return variable;
        }
    }
    Ref dst = func_temporary(f, type);
    func_add_slot(f, instruction, (Slot){.kind = SLOT_REGISTERS, .first = dst, .count = 1});
    return dst;
}

/* Which sign a use of a value wants: 1 signed, -1 unsigned, 0 either. */
static int wanted_sign(Func *f, LLVMValueRef user)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(user);
    if (op == LLVMICmp) {
        LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
        return predicate >= LLVMIntSGT ? 1 : predicate >= LLVMIntUGT ? -1 : 0;
    }
    if (op == LLVMSExt || op == LLVMSDiv || op == LLVMSRem || op == LLVMAShr || op == LLVMSIToFP)
        return 1;
    if (op == LLVMZExt || op == LLVMUDiv || op == LLVMURem || op == LLVMLShr || op == LLVMUIToFP)
        return -1;
    const Slot *slot = op == LLVMStore ? func_slot(f, LLVMGetOperand(user, 1)) : NULL;
    if (!slot || slot->kind != SLOT_VARIABLE)
        return 0;
    return func_register_type(f, slot->first).kind == TYPE_UNSIGNED ? -1 : 1;
}

Type func_result_type(Func *f, LLVMValueRef instruction)
{
    Type type = type_scalar(LLVMTypeOf(instruction));
    if (address_is(&f->u->addresses, instruction))
        return TYPE_POINTER;
    if (type.kind != TYPE_SIGNED)
        return type;
    LLVMValueRef store = store_behind(f, instruction);
    if (store)
        return func_register_type(f, func_slot(f, LLVMGetOperand(store, 1))->first);
    int votes = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use))
        votes += wanted_sign(f, LLVMGetUser(use));
    if (votes < 0)
        type.kind = TYPE_UNSIGNED;
    return type;
}

bool func_result_leaves(Func *f, LLVMValueRef instruction, Ref *first, Leaves *leaves)
{
    leaves->len = 0;
    *first = 0;
    if (!type_leaves(f->u, LLVMTypeOf(instruction), 0, leaves))
        return false;
    for (uint32_t k = 0; k < leaves->len; k++) {
        Ref ref = func_temporary(f, leaves->at[k].type);
        if (!k)
            *first = ref;
    }
    func_add_slot(f, instruction,
                  (Slot){.kind = SLOT_REGISTERS, .first = *first, .count = (uint32_t)leaves->len});
    return true;
}
