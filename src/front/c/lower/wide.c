/* wide.c -- see unit.h: 128 bits that are moved at once, as atomic structs are: clang has forgotten
 * what they are.  A number that is taken for a pointer stays what it is, if it has no more than 32
 * bits; if it has, the machine says so.
 *
 * And 65 to 127 bits: what bit-fields that lie across words are read and written with.  They are
 * two registers, the low 64 bits and the others; a field is cut out and put in with shifts by
 * constants, masks and changes of width.  65 are also what __builtin_add_overflow and its like need
 * for a signed and an unsigned number of 64 bits.  There is no other arithmetic. */
#include "front/c/driver/driver.h"
#include "front/c/lower/func.h"

enum { WIDE_BYTES = 16 };

/* Looks at structs of 16 bytes, and at what larger ones are made of. */
static void see_type(Unit *u, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsOpaqueStruct(type))
        return;
    uint64_t bytes = LLVMABISizeOfType(u->data, type);
    for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
        LLVMTypeRef inner = LLVMStructGetTypeAtIndex(type, k);
        uint64_t offset = LLVMOffsetOfElement(u->data, type, k);
        if (bytes == WIDE_BYTES && LLVMGetTypeKind(inner) == LLVMPointerTypeKind)
            u->wide_pointers[offset >= WIDE_BYTES / 2] = true;
        see_type(u, inner);
    }
}

static void see_instruction(Unit *u, LLVMValueRef i)
{
    if (LLVMIsAAllocaInst(i))
        see_type(u, LLVMGetAllocatedType(i));
    else if (LLVMIsAGetElementPtrInst(i))
        see_type(u, LLVMGetGEPSourceElementType(i));
}

static void find_wide(Unit *u)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g; g = LLVMGetNextGlobal(g))
        if (!driver_is_lib(g))
            see_type(u, LLVMGlobalGetValueType(g));
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !func_is_lib(f);
                 i = LLVMGetNextInstruction(i))
                see_instruction(u, i);
}

Type wide_word(Unit *u, unsigned k)
{
    if (!u->wide_found)
        find_wide(u);
    u->wide_found = true;
    return u->wide_pointers[k] ? TYPE_POINTER : TYPE_S64;
}

bool wide_is(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == 8 * WIDE_BYTES;
}

/* ---- bit-fields across words ---- */

enum { WORD = 64 };
static const Type low_type = {TYPE_UNSIGNED, WORD}, sign_type = {TYPE_SIGNED, WORD};

/* The two words of a value, both with 64 bits. */
typedef struct Words {
    Ref low, high;
} Words;

bool wide_is_fields(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > WORD &&
           LLVMGetIntTypeWidth(type) < 8 * WIDE_BYTES;
}

static Ref emit(Func *f, Op op, Type type, Ref a, Ref b)
{
    Ref dst = func_temporary(f, type);
    func_emit(f, (Instr){.op = (uint8_t)op, .type = type, .dst = dst, .a = a, .b = b});
    return dst;
}

static Ref shifted(Func *f, Op op, Type type, Ref a, unsigned by)
{
    return by ? emit(f, op, type, a, build_constant(f->b, by)) : a;
}

/* LLVM's interface for C has no other way to the upper half of a constant. */
static Words constant_words(Func *f, LLVMValueRef value)
{
    char *text = LLVMPrintValueToString(value);
    const char *at = strchr(text, ' ') + 1;
    bool negative = *at == '-';
    unsigned __int128 number = 0;
    for (at += negative; *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (unsigned)(*at - '0');
    LLVMDisposeMessage(text);
    if (negative)
        number = -number;
    return (Words){func_constant(f, low_type, (uint64_t)number),
                   func_constant(f, low_type, (uint64_t)(number >> WORD))};
}

static Words words_of(Func *f, LLVMValueRef value)
{
    if (LLVMIsAConstantInt(value))
        return constant_words(f, value);
    Type high = {TYPE_UNSIGNED, (uint8_t)(LLVMGetIntTypeWidth(LLVMTypeOf(value)) - WORD)};
    Ref second = func_leaf(f, value, 1, high);
    return (Words){func_leaf(f, value, 0, low_type),
                   second < 0 ? second : func_convert(f, second, high, low_type)};
}

/* The value of an instruction; what is above its width is dropped. */
static void set_words(Func *f, LLVMValueRef i, Words words)
{
    Type high = {TYPE_UNSIGNED, (uint8_t)(LLVMGetIntTypeWidth(LLVMTypeOf(i)) - WORD)};
    Ref first = func_temporary(f, low_type), second = func_temporary(f, high);
    func_emit(f, (Instr){.op = OP_MOV, .type = low_type, .dst = first, .a = words.low});
    func_emit(
        f, (Instr){.op = OP_CAST, .type = high, .from = low_type, .dst = second, .a = words.high});
    func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = first, .count = 2});
}

static Words shift_left(Func *f, Words w, unsigned by)
{
    if (by >= WORD)
        return (Words){build_constant(f->b, 0), shifted(f, OP_SHL, low_type, w.low, by - WORD)};
    if (!by)
        return w;
    Ref over = shifted(f, OP_SHR, low_type, w.low, WORD - by);
    return (Words){shifted(f, OP_SHL, low_type, w.low, by),
                   emit(f, OP_OR, low_type, shifted(f, OP_SHL, low_type, w.high, by), over)};
}

static Words shift_right(Func *f, Words w, unsigned by)
{
    if (by >= WORD)
        return (Words){shifted(f, OP_SHR, low_type, w.high, by - WORD), build_constant(f->b, 0)};
    if (!by)
        return w;
    Ref over = shifted(f, OP_SHL, low_type, w.high, WORD - by);
    return (Words){emit(f, OP_OR, low_type, shifted(f, OP_SHR, low_type, w.low, by), over),
                   shifted(f, OP_SHR, low_type, w.high, by)};
}

/* With copies of the sign, which is the top bit of the upper word. */
static Words shift_signed(Func *f, Words w, unsigned width, unsigned by)
{
    unsigned unused = 2 * WORD - width;
    Ref high = func_convert(f, shifted(f, OP_SHL, low_type, w.high, unused), low_type, sign_type);
    high = shifted(f, OP_SHR, sign_type, high, unused);
    Ref signs = func_convert(f, shifted(f, OP_SHR, sign_type, high, WORD - 1), sign_type, low_type);
    if (by >= WORD) {
        Ref low = shifted(f, OP_SHR, sign_type, high, by - WORD);
        return (Words){func_convert(f, low, sign_type, low_type), signs};
    }
    Ref rest = func_convert(f, shifted(f, OP_SHR, sign_type, high, by), sign_type, low_type);
    w.high = func_convert(f, high, sign_type, low_type);
    return (Words){shift_right(f, w, by).low, rest};
}

bool wide_binary(Func *f, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    bool shifts = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    bool masks = op == LLVMAnd || op == LLVMOr || op == LLVMXor;
    if (!wide_is_fields(LLVMTypeOf(i)) || (shifts ? !LLVMIsAConstantInt(b) : !masks))
        return false;
    Words x = words_of(f, a);
    if (masks) {
        Words y = words_of(f, b);
        Op mask = op == LLVMAnd ? OP_AND : op == LLVMOr ? OP_OR : OP_XOR;
        set_words(f, i,
                  (Words){emit(f, mask, low_type, x.low, y.low),
                          emit(f, mask, low_type, x.high, y.high)});
        return true;
    }
    unsigned by = (unsigned)LLVMConstIntGetZExtValue(b);
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(i));
    set_words(f, i,
              op == LLVMShl    ? shift_left(f, x, by)
              : op == LLVMLShr ? shift_right(f, x, by)
                               : shift_signed(f, x, width, by));
    return true;
}

bool wide_cast(Func *f, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetOperand(i, 0);
    Type from = type_scalar(LLVMTypeOf(a)), to = type_scalar(LLVMTypeOf(i));
    if (op == LLVMTrunc && wide_is_fields(LLVMTypeOf(a)) && to.kind != TYPE_VOID) {
        func_alias(f, i, func_convert(f, words_of(f, a).low, low_type, to), to);
        return true;
    }
    if (!wide_is_fields(LLVMTypeOf(i)) || from.kind == TYPE_VOID ||
        (op != LLVMZExt && op != LLVMSExt))
        return false;
    from.kind = op == LLVMZExt ? TYPE_UNSIGNED : TYPE_SIGNED;
    Ref low = func_temporary(f, low_type), high = build_constant(f->b, 0);
    func_emit(
        f,
        (Instr){
            .op = OP_CAST, .type = low_type, .from = from, .dst = low, .a = func_use(f, a, from)});
    if (op == LLVMSExt) {
        Ref sign = func_convert(f, low, low_type, sign_type);
        high = func_convert(f, shifted(f, OP_SHR, sign_type, sign, WORD - 1), sign_type, low_type);
    }
    set_words(f, i, (Words){low, high});
    return true;
}

bool wide_compare(Func *f, LLVMValueRef i)
{
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
    if (!wide_is_fields(LLVMTypeOf(LLVMGetOperand(i, 0))) ||
        (predicate != LLVMIntEQ && predicate != LLVMIntNE))
        return false;
    Words x = words_of(f, LLVMGetOperand(i, 0)), y = words_of(f, LLVMGetOperand(i, 1));
    Ref differ = emit(f, OP_OR, low_type, emit(f, OP_XOR, low_type, x.low, y.low),
                      emit(f, OP_XOR, low_type, x.high, y.high));
    func_emit(f, (Instr){.op = predicate == LLVMIntEQ ? OP_EQ : OP_NE,
                         .type = low_type,
                         .dst = func_result(f, i, TYPE_U1),
                         .a = differ,
                         .b = build_constant(f->b, 0)});
    return true;
}

static Ref compared(Func *f, Op op, Ref a, Ref b)
{
    Ref dst = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = (uint8_t)op, .type = low_type, .dst = dst, .a = a, .b = b});
    return dst;
}

/* Of numbers with sign: 128 bits have room for every sum, and it must be what its own bits say. */
bool wide_overflow(Func *f, const Call *call, Op op)
{
    LLVMTypeRef type = LLVMTypeOf(call->args[0]);
    if (!wide_is_fields(type) || (op != OP_ADD && op != OP_SUB))
        return false;
    unsigned width = LLVMGetIntTypeWidth(type);
    Words a = shift_signed(f, words_of(f, call->args[0]), width, 0);
    Words b = shift_signed(f, words_of(f, call->args[1]), width, 0), sum;
    sum.low = emit(f, op, low_type, a.low, b.low);
    Ref carry =
        op == OP_ADD ? compared(f, OP_LT, sum.low, a.low) : compared(f, OP_LT, a.low, b.low);
    sum.high = emit(f, op, low_type, a.high, b.high);
    sum.high = emit(f, op, low_type, sum.high, func_convert(f, carry, TYPE_U1, low_type));
    Ref bit = compared(f, OP_NE, shift_signed(f, sum, width, 0).high, sum.high);
    Type high = {TYPE_UNSIGNED, (uint8_t)(width - WORD)};
    Ref first = func_temporary(f, low_type), second = func_temporary(f, high);
    Ref third = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_MOV, .type = low_type, .dst = first, .a = sum.low});
    func_emit(f,
              (Instr){.op = OP_CAST, .type = high, .from = low_type, .dst = second, .a = sum.high});
    func_emit(f, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = third, .a = bit});
    func_add_slot(f, call->result, (Slot){.kind = SLOT_REGISTERS, .first = first, .count = 3});
    return true;
}
