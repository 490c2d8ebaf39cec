/* memory.c -- accesses to memory and computations of addresses; see func.h.
 *
 * An action of C is one access that another thread could notice: a point stands before each access
 * to memory that is not a local variable nobody else can know, or a constant. */
#include "front/c/input/usage.h"

/* Where a pointer leads. */

static bool is_thread_local_address(LLVMValueRef value)
{
    size_t len;
    return LLVMIsACallInst(value) && LLVMIsAFunction(LLVMGetCalledValue(value)) &&
           strncmp(LLVMGetValueName2(LLVMGetCalledValue(value), &len), "llvm.threadlocal.address",
                   24) == 0;
}

static bool is_own_memory(Func *f, LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    const Slot *slot = func_slot(f, pointer);
    if (slot && slot->kind == SLOT_OBJECT)
        return !slot->shared;
    return is_thread_local_address(pointer) && !variable_escapes(LLVMGetOperand(pointer, 0));
}

static bool is_constant_memory(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) ||
           (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer);
}

void memory_point(Func *f, LLVMValueRef pointer, bool reads_only)
{
    if (LLVMIsConstant(pointer))
        undefined_check_place(f, pointer, true);
    if (!is_own_memory(f, pointer) && !(reads_only && is_constant_memory(pointer)))
        func_point(f);
}

Place memory_place(Func *f, LLVMValueRef pointer)
{
    Place place = {0};
    int64_t offset = 0, inner;
    Slot *slot;
    while ((slot = func_slot(f, pointer)) && slot->kind == SLOT_PLACE && slot->base) {
        offset += slot->offset;
        pointer = slot->base;
    }
    LLVMValueRef base;
    if (slot && slot->kind == SLOT_PLACE) {
        offset += slot->offset;
        place.base = slot->first;
    } else if (!slot && LLVMIsConstant(pointer) && global_pointer(f->u, pointer, &base, &inner)) {
        offset += inner;
        place.base = func_use(f, base, TYPE_POINTER);
    } else {
        place.base = func_use(f, pointer, TYPE_POINTER);
    }
    place.offset = (int32_t)offset;
    return place;
}

/* Splits an address computation into a constant and, for each other index, instructions. */
static Ref add_index(Func *f, LLVMValueRef address, Ref pointer, unsigned n, uint64_t scale)
{
    LLVMValueRef base = LLVMGetOperand(address, 0), index = LLVMGetOperand(address, n);
    uint32_t limit = func_is_lib(f->function) ? 0 : undefined_limit(f->u, address, n);
    if (limit)
        index = undefined_whole_index(index);
    Type natural = func_type(f, index);
    Ref number = func_use(f, index, natural);
    /* Indexes are signed, also one that stands in a register for addresses. */
    uint32_t bits = natural.kind == TYPE_PTR ? 8 * f->u->program->pointer_bytes : natural.bits;
    if ((natural.kind == TYPE_UNSIGNED || natural.kind == TYPE_PTR) && bits < 64) {
        Type same = {TYPE_SIGNED, (uint8_t)bits};
        number = func_convert(f, number, natural, same);
        natural = same;
    }
    number = func_convert(f, number, natural, TYPE_S64);
    if (pointer == NO_REF)
        pointer = func_use(f, base, TYPE_POINTER);
    Ref dst = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_INDEX,
                         .dst = dst,
                         .a = pointer,
                         .b = number,
                         .offset = (int32_t)scale,
                         .other = limit});
    return dst;
}

/* Returns the base moved by all indexes that are not constant (NO_REF: there are none), and the
 * sum of the others in *offset. */
static Ref split_address(Func *f, LLVMValueRef address, int64_t *offset)
{
    Unit *u = f->u;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    Ref pointer = NO_REF;
    *offset = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
        LLVMValueRef index = LLVMGetOperand(address, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            *offset += (int64_t)LLVMOffsetOfElement(u->data, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        uint64_t scale = type_size(u, type);
        if (LLVMIsAConstantInt(index))
            *offset += LLVMConstIntGetSExtValue(index) * (int64_t)scale;
        else
            pointer = add_index(f, address, pointer, i, scale);
    }
    return pointer;
}

Ref memory_element(Func *f, LLVMValueRef address)
{
    int64_t offset;
    Ref pointer = split_address(f, address, &offset);
    if (pointer == NO_REF)
        pointer = func_use(f, LLVMGetOperand(address, 0), TYPE_POINTER);
    if (!offset)
        return pointer;
    Ref dst = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_FIELD, .dst = dst, .a = pointer, .offset = (int32_t)offset});
    return dst;
}

void memory_address(Func *f, LLVMValueRef i)
{
    int64_t offset;
    undefined_check_place(f, i, false);
    Ref pointer = split_address(f, i, &offset);
    if (offset > INT32_MAX || offset < INT32_MIN) {
        func_fail(f, ERR_UNSUPPORTED,
                  "an offset of more than 2 GB, which heddle does not handle: use less memory for "
                  "the check");
        return;
    }
    Slot slot = {.kind = SLOT_PLACE, .first = pointer, .offset = (int32_t)offset};
    if (pointer == NO_REF)
        slot.base = LLVMGetOperand(i, 0);
    else if (!offset)
        slot = (Slot){.kind = SLOT_REGISTERS, .first = pointer, .count = 1};
    func_add_slot(f, i, slot);
}

/* Variables in registers. */

typedef struct Tracked {
    LLVMValueRef at[8];
    unsigned len;
    int open; /* uses that were not met yet */
} Tracked;

static int uses_of(LLVMValueRef value)
{
    int count = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        count++;
    return count;
}

static bool hands_on(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMGetElementPtr || op == LLVMPtrToInt || op == LLVMIntToPtr ||
           op == LLVMFreeze || op == LLVMBitCast;
}

static void meet(Tracked *t, LLVMValueRef i)
{
    int met = 0;
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        for (unsigned n = 0; n < t->len; n++)
            met += LLVMGetOperand(i, (unsigned)k) == t->at[n];
    t->open -= met;
    if (!met || !hands_on(i))
        return;
    t->open += uses_of(i);
    if (t->len == sizeof t->at / sizeof *t->at)
        t->open += 1; /* too many to follow */
    else
        t->at[t->len++] = i;
}

/* Are all uses of what was loaded, in the same block, before the next store to the variable? */
static bool stays_until_used(LLVMValueRef load)
{
    Tracked t = {.at = {load}, .len = 1, .open = uses_of(load)};
    LLVMValueRef variable = LLVMGetOperand(load, 0);
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i && t.open;
         i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAPHINode(i) || LLVMIsATerminatorInst(i))
            return t.open == 0 || (LLVMIsATerminatorInst(i) && (meet(&t, i), t.open == 0));
        meet(&t, i);
        if (t.open && LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable)
            return false;
    }
    return t.open == 0;
}

static void load_variable(Func *f, LLVMValueRef i, Ref variable)
{
    Type type = func_register_type(f, variable);
    if (stays_until_used(i)) {
        func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = variable, .count = 1});
        return;
    }
    Ref dst = func_result(f, i, type);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = variable});
}

/* Loads and stores. */

static bool decides(LLVMValueRef value, int depth);

/* Is a local variable, behind this store to it, surely read to decide? */
static bool decides_in(LLVMValueRef store, int depth)
{
    LLVMValueRef cell = LLVMGetOperand(store, 1);
    if (!depth || !range_is_cell(cell))
        return false;
    for (LLVMValueRef i = LLVMGetNextInstruction(store); i; i = LLVMGetNextInstruction(i)) {
        bool written = LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == cell;
        if (written || (LLVMIsACallInst(i) && !LLVMGetIntrinsicID(LLVMGetCalledValue(i))))
            return false;
        if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == cell && decides(i, depth - 1))
            return true;
    }
    return false;
}

/* Who prints a value wants it to be one. */
static bool is_shown(LLVMValueRef call)
{
    size_t len;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) &&
           strcmp(LLVMGetValueName2(callee, &len), "__heddle_trace") == 0;
}

static bool is_float_operation(LLVMOpcode op)
{
    return op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul || op == LLVMFDiv || op == LLVMFRem ||
           op == LLVMFCmp || op == LLVMFPToSI || op == LLVMFPToUI;
}

static bool decides(LLVMValueRef value, int depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMOpcode op = LLVMGetInstructionOpcode(user);
        bool cast = op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt || op == LLVMFPTrunc ||
                    op == LLVMFPExt || op == LLVMSIToFP || op == LLVMUIToFP || op == LLVMFNeg;
        bool sums = op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMUDiv ||
                    op == LLVMSDiv || op == LLVMURem || op == LLVMSRem || is_float_operation(op);
        bool address = (op == LLVMLoad || op == LLVMGetElementPtr ||
                        (op == LLVMStore && LLVMGetOperand(user, 1) == value) ||
                        (op == LLVMCall && LLVMGetCalledValue(user) == value));
        if (sums || address || (op == LLVMCall && is_shown(user)) || op == LLVMICmp ||
            op == LLVMBr || op == LLVMSwitch || (cast && depth && decides(user, depth - 1)) ||
            (op == LLVMStore && !address && decides_in(user, depth)))
            return true;
    }
    return false;
}

bool memory_decides(LLVMValueRef value)
{
    return decides(value, 3);
}

/* Models are as strong as what they stand for. */
uint16_t memory_order(const Func *f, LLVMAtomicOrdering order)
{
    static const MemoryOrder orders[] = {
        [LLVMAtomicOrderingNotAtomic] = ORDER_PLAIN,
        [LLVMAtomicOrderingUnordered] = ORDER_RELAXED,
        [LLVMAtomicOrderingMonotonic] = ORDER_RELAXED,
        [LLVMAtomicOrderingAcquire] = ORDER_ACQUIRE,
        [LLVMAtomicOrderingRelease] = ORDER_RELEASE,
        [LLVMAtomicOrderingAcquireRelease] = ORDER_ACQ_REL,
        [LLVMAtomicOrderingSequentiallyConsistent] = ORDER_SEQ_CST,
    };
    return f->in_lib ? 0 : order_flags(orders[order]);
}

/* Need it not be aligned?  Members of packed structs, bit-fields; and where nobody asks. */
static bool is_packed(const Func *f, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : i);
    unsigned long long bytes = LLVMStoreSizeOfType(f->u->data, type);
    return bytes > 1 && (!f->u->options->undefined || f->u->options->goal != C_GOAL_ALL ||
                         LLVMGetAlignment(i) < bytes);
}

uint16_t memory_flags(Func *f, LLVMValueRef i)
{
    LLVMAtomicOrdering order = LLVMGetOrdering(i);
    bool plain = order == LLVMAtomicOrderingNotAtomic;
    if (plain && !f->of_lib && LLVMGetVolatile(i) && !f->u->options->plain_volatile) {
        f->u->program->has_volatile = true;
        order = LLVMAtomicOrderingMonotonic;
        plain = false;
    }
    uint16_t synchronises =
        f->in_lib && LLVMGetVolatile(i) ? order_flags(ORDER_ACQ_REL) : memory_order(f, order);
    return synchronises | (f->in_lib || f->ghost || !plain ? FLAG_ATOMIC : 0) |
           (f->old ? FLAG_OLD : 0) | (is_packed(f, i) ? FLAG_PACKED : 0) |
           (f->quiet && LLVMIsAStoreInst(i) ? FLAG_QUIET : 0);
}

static bool is_cell(const Leaf *leaf)
{
    return leaf->bytes == 1 || leaf->bytes == 2 || leaf->bytes == 4 || leaf->bytes == 8;
}

/* The type of the cell that holds a leaf: an i1 or i33 takes whole bytes. */
static Type cell_type(const Leaf *leaf)
{
    Type type = leaf->type;
    if (type.kind == TYPE_SIGNED || (type.kind == TYPE_UNSIGNED && type.bits > 1))
        type.bits = (uint8_t)(8 * leaf->bytes);
    return type;
}

/* An integer of 3, 5, 6 or 7 bytes, put together from single bytes. */
static void load_parts(Func *f, Ref dst, const Leaf *leaf, Place place, uint16_t flags)
{
    Type wide = {TYPE_UNSIGNED, 64}, byte = {TYPE_UNSIGNED, 8};
    Ref sum = func_temporary(f, wide), part = func_temporary(f, byte);
    Ref wider = func_temporary(f, wide);
    func_emit(f, (Instr){.op = OP_MOV, .type = wide, .dst = sum, .a = build_constant(f->b, 0)});
    for (uint32_t k = 0; k < leaf->bytes; k++) {
        func_emit(f, (Instr){.op = OP_LOAD,
                             .flags = flags,
                             .type = byte,
                             .dst = part,
                             .a = place.base,
                             .offset = place.offset + (int32_t)(leaf->offset + k)});
        func_emit(f, (Instr){.op = OP_CAST, .type = wide, .from = byte, .dst = wider, .a = part});
        func_emit(f, (Instr){.op = OP_SHL,
                             .type = wide,
                             .dst = wider,
                             .a = wider,
                             .b = build_constant(f->b, 8 * k)});
        func_emit(f, (Instr){.op = OP_OR, .type = wide, .dst = sum, .a = sum, .b = wider});
    }
    Type type = func_register_type(f, dst);
    func_emit(f, (Instr){.op = OP_CAST, .type = type, .from = wide, .dst = dst, .a = sum});
}

static void load_leaf(Func *f, Ref dst, const Leaf *leaf, Place place, uint16_t flags)
{
    Type type = func_register_type(f, dst), cell = cell_type(leaf);
    if (!is_cell(leaf)) {
        load_parts(f, dst, leaf, place, flags);
        return;
    }
    if (type.bits != cell.bits && type.kind != TYPE_PTR) {
        Ref whole = func_temporary(f, cell);
        func_emit(f, (Instr){.op = OP_LOAD,
                             .flags = flags,
                             .type = cell,
                             .dst = whole,
                             .a = place.base,
                             .offset = place.offset + (int32_t)leaf->offset});
        func_emit(f, (Instr){.op = OP_CAST, .type = type, .from = cell, .dst = dst, .a = whole});
        return;
    }
    func_emit(f, (Instr){.op = OP_LOAD,
                         .flags = flags,
                         .type = type,
                         .dst = dst,
                         .a = place.base,
                         .offset = place.offset + (int32_t)leaf->offset});
}

/* In SV-COMP memory that was never written holds anything; to read it is no end of the run. */
uint16_t memory_check(const Func *f)
{
    CGoal goal = f->u->options->goal;
    return goal == C_GOAL_ALL || goal == C_GOAL_MEMORY ? FLAG_CHECK : 0;
}

/* Models are called by others than those whose calls are seen. */
static bool is_dead(const Func *f, LLVMValueRef pointer)
{
    return !func_is_lib(f->function) && sort_is_dead(f->u, pointer);
}

/* An access to memory on which nothing depends; where only calls are of interest it need not be
 * made.
 */
static bool is_idle(const Func *f, LLVMValueRef pointer)
{
    return f->u->options->goal == C_GOAL_REACH && is_dead(f, pointer);
}

static void load_nothing(Func *f, LLVMValueRef i, Leaves *leaves)
{
    bool scalar = leaves->len == 1 && type_scalar(LLVMTypeOf(i)).kind != TYPE_VOID;
    Ref first;
    if (scalar)
        first = func_result(f, i, func_result_type(f, i));
    else
        func_result_leaves(f, i, &first, leaves);
    for (uint32_t k = 0; k < leaves->len; k++) {
        Type type = func_register_type(f, first + (Ref)k);
        func_emit(f, (Instr){.op = OP_MOV,
                             .type = type,
                             .dst = first + (Ref)k,
                             .a = func_constant(f, type, 0)});
    }
}

/* Not atomic: of several scalars each is an access of its own. */
static bool is_plain(LLVMValueRef i)
{
    return LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

/* A processor of 32 bits moves a number of 64 in two accesses, `volatile` or not: the half at the
 * lower address first.  (SV-COMP means simple assignments to be indivisible.) */
static bool in_halves(Func *f, LLVMValueRef i, LLVMValueRef pointer, const Leaf *leaf)
{
    return f->u->program->pointer_bytes == 4 && leaf->bytes == 8 &&
           (leaf->type.kind == TYPE_SIGNED || leaf->type.kind == TYPE_UNSIGNED) && is_plain(i) &&
           f->u->options->goal == C_GOAL_ALL && !f->in_lib && !f->depth && !f->dead && !f->pure &&
           !f->ghost && !is_own_memory(f, pointer) && !is_constant_memory(pointer);
}

static const Type half = {TYPE_UNSIGNED, 32}, both = {TYPE_UNSIGNED, 64};

static void load_halves(Func *f, Ref dst, const Leaf *leaf, Place place, uint16_t flags)
{
    Ref part = func_temporary(f, half), low = func_temporary(f, both);
    Ref high = func_temporary(f, both), type_bits = build_constant(f->b, half.bits);
    Type type = func_register_type(f, dst);
    for (int k = 0; k < 2; k++) {
        if (k)
            func_point(f);
        func_emit(f, (Instr){.op = OP_LOAD,
                             .flags = flags,
                             .type = half,
                             .dst = part,
                             .a = place.base,
                             .offset = place.offset + (int32_t)leaf->offset + 4 * k});
        func_emit(
            f,
            (Instr){.op = OP_CAST, .type = both, .from = half, .dst = k ? high : low, .a = part});
    }
    func_emit(f, (Instr){.op = OP_SHL, .type = both, .dst = high, .a = high, .b = type_bits});
    func_emit(f, (Instr){.op = OP_OR, .type = both, .dst = low, .a = low, .b = high});
    func_emit(f, (Instr){.op = OP_CAST, .type = type, .from = both, .dst = dst, .a = low});
}

static void store_halves(Func *f, Ref value, const Leaf *leaf, Place place, uint16_t flags)
{
    Ref rest = func_temporary(f, both), part = func_temporary(f, half);
    func_emit(f, (Instr){.op = OP_CAST, .type = both, .from = leaf->type, .dst = rest, .a = value});
    for (int k = 0; k < 2; k++) {
        if (k) {
            func_point(f);
            func_emit(f, (Instr){.op = OP_SHR,
                                 .type = both,
                                 .dst = rest,
                                 .a = rest,
                                 .b = build_constant(f->b, half.bits)});
        }
        func_emit(f, (Instr){.op = OP_CAST, .type = half, .from = both, .dst = part, .a = rest});
        func_emit(f, (Instr){.op = OP_STORE,
                             .flags = flags,
                             .type = half,
                             .a = place.base,
                             .offset = place.offset + (int32_t)leaf->offset + 4 * k,
                             .b = part});
    }
}

/* Small structs are passed in registers: clang reads them in pieces of up to eight bytes, whatever
 * scalars there are.  Such a load has no type of the source, and only a call uses it. */
static bool is_piece(const Func *f, LLVMValueRef i)
{
    LLVMValueRef user = LLVMGetFirstUse(i) ? LLVMGetUser(LLVMGetFirstUse(i)) : NULL;
    bool integer = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
    unsigned tbaa = LLVMGetMDKindIDInContext(f->u->context, "tbaa", 4);
    return integer && LLVMGetIntTypeWidth(LLVMTypeOf(i)) > 8 && !f->in_lib && is_plain(i) &&
           !LLVMGetVolatile(i) && user && !LLVMGetNextUse(LLVMGetFirstUse(i)) &&
           LLVMIsACallInst(user) && !LLVMGetMetadata(i, tbaa);
}

/* Where others could touch them, one access a scalar: they are copied first. */
static bool load_piece(Func *f, LLVMValueRef i, Ref dst, const Leaf *leaf, uint16_t flags)
{
    LLVMValueRef pointer = LLVMGetOperand(i, 0);
    if (f->depth || f->dead || f->pure || f->ghost || !is_piece(f, i) ||
        is_own_memory(f, pointer) || is_constant_memory(pointer))
        return false;
    Ref copy = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_ALLOC,
                         .dst = copy,
                         .other = layout_of_type(f->u, NULL),
                         .b = build_constant(f->b, leaf->bytes)});
    memory_copy_in(f, copy, pointer, leaf->bytes);
    load_leaf(f, dst, leaf, (Place){.base = copy}, flags);
    func_emit(f, (Instr){.op = OP_FREE, .a = copy});
    return true;
}

/* A variable that was not declared as bytes. */
static bool is_no_text(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    LLVMTypeRef type = LLVMIsAAllocaInst(pointer)       ? LLVMGetAllocatedType(pointer)
                       : LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer)
                                                        : NULL;
    while (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return type && (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 8);
}

/* May the instruction stand between the two halves of a move? */
static bool may_stand_between(Func *f, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef pointer = op == LLVMLoad    ? LLVMGetOperand(i, 0)
                           : op == LLVMStore ? LLVMGetOperand(i, 1)
                                             : NULL;
    const Slot *slot = pointer ? func_slot(f, pointer) : NULL;
    return op == LLVMGetElementPtr || op == LLVMSExt || op == LLVMZExt || op == LLVMAdd ||
           (slot && slot->kind == SLOT_VARIABLE);
}

/* A byte that is read to be written elsewhere, and for nothing else: it is moved as by memcpy, so that it may
 * be one of a pointer. */
static bool is_byte_move(Func *f, LLVMValueRef i)
{
    LLVMUseRef use = LLVMIsALoadInst(i) ? LLVMGetFirstUse(i) : NULL;
    LLVMValueRef store = use ? LLVMGetUser(use) : NULL;
    if (!store || LLVMGetNextUse(use) || !LLVMIsAStoreInst(store) ||
        LLVMGetOperand(store, 0) != i || f->in_lib || f->pure || f->ghost || !is_plain(i) ||
        !is_plain(store) || LLVMGetVolatile(i) || LLVMGetVolatile(store) ||
        LLVMGetInstructionParent(i) != LLVMGetInstructionParent(store))
        return false;
    LLVMTypeRef type = LLVMTypeOf(i);
    LLVMValueRef from = LLVMGetOperand(i, 0), to = LLVMGetOperand(store, 1);
    const Slot *a = func_slot(f, from), *b = func_slot(f, to);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 8 ||
        !(is_no_text(from) || is_no_text(to)) || (a && a->kind == SLOT_VARIABLE) ||
        (b && b->kind == SLOT_VARIABLE) || is_idle(f, from) || is_idle(f, to))
        return false;
    LLVMValueRef next = LLVMGetNextInstruction(i);
    while (next != store && may_stand_between(f, next))
        next = LLVMGetNextInstruction(next);
    return next == store;
}

void memory_load(Func *f, LLVMValueRef i)
{
    LLVMValueRef pointer = LLVMGetOperand(i, 0);
    const Slot *slot = func_slot(f, pointer);
    if (slot && slot->kind == SLOT_VARIABLE) {
        load_variable(f, i, slot->first);
        return;
    }
    if (is_byte_move(f, i))
        return;
    Leaves leaves = {0};
    if (!type_leaves(f->u, LLVMTypeOf(i), 0, &leaves)) {
        func_fail(f, ERR_UNSUPPORTED, "a value is read that is or has %s",
                  type_refusal(f->u, LLVMTypeOf(i)));
        vec_free(&leaves);
        return;
    }
    if (is_idle(f, pointer)) {
        load_nothing(f, i, &leaves);
        vec_free(&leaves);
        return;
    }
    memory_point(f, pointer, true);
    Place place = memory_place(f, pointer);
    uint16_t flags = memory_flags(f, i);
    if (memory_decides(i))
        flags |= memory_check(f);
    if (leaves.len == 1 && type_scalar(LLVMTypeOf(i)).kind != TYPE_VOID) {
        Ref dst = func_result(f, i, func_result_type(f, i));
        if (in_halves(f, i, pointer, &leaves.at[0]))
            load_halves(f, dst, &leaves.at[0], place, flags);
        else if (!load_piece(f, i, dst, &leaves.at[0], flags))
            load_leaf(f, dst, &leaves.at[0], place, flags);
    } else {
        Ref first;
        func_result_leaves(f, i, &first, &leaves);
        for (uint32_t k = 0; k < leaves.len; k++) {
            if (k && is_plain(i))
                memory_point(f, pointer, true);
            load_leaf(f, first + (Ref)k, &leaves.at[k], place, flags);
        }
    }
    vec_free(&leaves);
}

static void store_parts(Func *f, Ref value, Type type, const Leaf *leaf, Place place,
                        uint16_t flags)
{
    Type wide = {TYPE_UNSIGNED, 64}, byte = {TYPE_UNSIGNED, 8};
    Ref rest = func_temporary(f, wide), part = func_temporary(f, byte);
    func_emit(f, (Instr){.op = OP_CAST, .type = wide, .from = type, .dst = rest, .a = value});
    for (uint32_t k = 0; k < leaf->bytes; k++) {
        func_emit(f, (Instr){.op = OP_CAST, .type = byte, .from = wide, .dst = part, .a = rest});
        func_emit(f, (Instr){.op = OP_STORE,
                             .flags = flags,
                             .type = byte,
                             .a = place.base,
                             .offset = place.offset + (int32_t)(leaf->offset + k),
                             .b = part});
        func_emit(
            f,
            (Instr){
                .op = OP_SHR, .type = wide, .dst = rest, .a = rest, .b = build_constant(f->b, 8)});
    }
}

static void store_leaf(Func *f, LLVMValueRef value, uint32_t k, const Leaf *leaf, Place place,
                       uint16_t flags)
{
    Type natural = func_leaf_type(f, value, k);
    if (!is_cell(leaf)) {
        store_parts(f, func_leaf(f, value, k, leaf->type), leaf->type, leaf, place, flags);
        return;
    }
    Type cell = cell_type(leaf);
    Type type = natural.kind == TYPE_PTR || natural.bits == cell.bits ? natural : leaf->type;
    Ref ref = func_leaf(f, value, k, type);
    if (type.kind != TYPE_PTR && type.bits != cell.bits) {
        ref = func_convert(f, ref, type, cell);
        type = cell;
    }
    func_emit(f, (Instr){.op = OP_STORE,
                         .flags = flags,
                         .type = type,
                         .a = place.base,
                         .offset = place.offset + (int32_t)leaf->offset,
                         .b = ref});
}

static void store_variable(Func *f, LLVMValueRef i, Ref variable)
{
    if (f->falls && LLVMGetOperand(i, 1) == undefined_value(f->function))
        func_emit(f, (Instr){.op = OP_MOV,
                             .type = TYPE_U1,
                             .dst = f->returned,
                             .a = build_constant(f->b, 1)});
    if (f->stored == i) {
        f->stored = NULL;
        return;
    }
    Type type = func_register_type(f, variable);
    Ref ref = func_use(f, LLVMGetOperand(i, 0), type);
    if (ref != variable) /* a parameter is its variable */
        func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = variable, .a = ref});
}

void memory_store(Func *f, LLVMValueRef i)
{
    LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
    const Slot *slot = func_slot(f, pointer);
    uint16_t first = constant_write(f, pointer);
    if (slot && slot->kind == SLOT_VARIABLE) {
        jump_written(f, i);
        store_variable(f, i, slot->first);
        return;
    }
    if (is_idle(f, pointer))
        return;
    if (is_byte_move(f, value)) {
        LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
        memory_copy(f, pointer, LLVMGetOperand(value, 0), LLVMConstInt(word, 1, false));
        return;
    }
    Leaves leaves = {0};
    if (type_leaves(f->u, LLVMTypeOf(value), 0, &leaves)) {
        memory_point(f, pointer, false);
        Place place = memory_place(f, pointer);
        uint16_t flags = memory_flags(f, i) | first;
        if (f->u->options->goal != C_GOAL_ALL && is_dead(f, pointer))
            value = LLVMConstNull(LLVMTypeOf(value)); /* whatever it is: let states be equal */
        for (uint32_t k = 0; k < leaves.len; k++) {
            if (k && is_plain(i))
                memory_point(f, pointer, false);
            if (in_halves(f, i, pointer, &leaves.at[k]))
                store_halves(f, func_leaf(f, value, k, leaves.at[k].type), &leaves.at[k], place,
                             flags);
            else
                store_leaf(f, value, k, &leaves.at[k], place, flags);
        }
    } else {
        func_fail(f, ERR_UNSUPPORTED, "a value is written that is or has %s",
                  type_refusal(f->u, LLVMTypeOf(value)));
    }
    vec_free(&leaves);
}

/* Many bytes. */

static Ref pointer_to(Func *f, LLVMValueRef value)
{
    return func_use(f, value, TYPE_POINTER);
}

static Ref byte_count(Func *f, LLVMValueRef value)
{
    Type natural = func_type(f, value);
    Ref ref = func_use(f, value, natural);
    return LLVMIsAConstantInt(value) ? build_constant(f->b, LLVMConstIntGetZExtValue(value))
                                     : func_convert(f, ref, natural, TYPE_S64);
}

/* The registers in which an instruction keeps where it stands, zero now. */
static void begin_many(Func *f, int shared)
{
    if (f->depth || f->dead || f->pure || f->ghost)
        return;
    if (!f->copies) {
        f->copied = func_temporary(f, TYPE_S64);
        f->copied_word = func_temporary(f, (Type){TYPE_UNSIGNED, 64});
        f->copied_object = func_temporary(f, TYPE_POINTER);
        f->copies = true;
    }
    Ref all[] = {f->copied, f->copied_word, f->copied_object};
    func_emit(f, (Instr){.op = OP_FORGET, .dsts = build_list(f->b, all, shared == 1 ? 1 : 3)});
    func_point(f);
}

/* `shared`: how many of the sides others might touch; with both a scalar is read and written in two
 * actions. */
static void emit_many(Func *f, Op op, Ref a, Ref b, Ref c, int shared, uint16_t flags)
{
    Ref operands[] = {a, b, c, f->copied, f->copied_word, f->copied_object};
    bool whole = !shared || f->depth || f->pure || f->ghost;
    func_emit(f, (Instr){.op = (uint8_t)op,
                         .flags = flags | (f->in_lib ? FLAG_ATOMIC : 0),
                         .list = build_list(f->b, operands,
                                            whole         ? 3
                                            : shared == 1 ? 4
                                                          : 6)});
}

static int count_shared(Func *f, LLVMValueRef pointer, bool reads_only)
{
    return !is_own_memory(f, pointer) && !(reads_only && is_constant_memory(pointer));
}

void memory_copy(Func *f, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes)
{
    int shared = count_shared(f, from, true) + count_shared(f, to, false);
    uint16_t flags = constant_write(f, to);
    Ref a = pointer_to(f, to), b = pointer_to(f, from), n = byte_count(f, bytes);
    if (shared)
        begin_many(f, shared);
    emit_many(f, OP_COPY, a, b, n, shared, flags);
}

void memory_copy_in(Func *f, Ref to, LLVMValueRef from, uint64_t bytes)
{
    int shared = count_shared(f, from, true);
    Ref b = pointer_to(f, from);
    if (shared)
        begin_many(f, shared);
    emit_many(f, OP_COPY, to, b, build_constant(f->b, bytes), shared, 0);
}

void memory_fill(Func *f, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef bytes)
{
    int shared = count_shared(f, to, false);
    uint16_t flags = constant_write(f, to);
    Ref a = pointer_to(f, to), b = func_use(f, byte, (Type){TYPE_UNSIGNED, 8});
    Ref n = byte_count(f, bytes);
    if (shared)
        begin_many(f, shared);
    emit_many(f, OP_FILL, a, b, n, shared, flags);
}
