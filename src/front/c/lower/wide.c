/* wide.c -- see unit.h: 128 bits that are moved at once, as atomic structs are: clang has forgotten
 * what they are.  A number that is taken for a pointer stays what it is, if it has no more than 32
 * bits; if it has, the machine says so.
 *
 * They and 65 to 127 bits, which bit-fields that lie across words are read and written with, are two
 * registers, the low 64 bits and the others.  A part is cut out and put in with shifts by constants,
 * masks and changes of width; a word that is a pointer stays one, so that a pointer and a tag can be
 * put together.  65 are also what __builtin_add_overflow and its like need for a signed and an
 * unsigned number of 64 bits: driver/wide.c makes 128 of them.  All other arithmetic on 128 bits is in lib/wide.c. */
#include "front/c/driver/driver.h"
#include "front/c/lower/func.h"

enum { WIDE_BYTES = 16 };

/* The links in glibc's mutexes are two pointers.  No program moves them. */
static bool is_of_system(LLVMTypeRef type)
{
    const char *name = LLVMGetStructName(type);
    return name && strncmp(name, "struct.__pthread_", strlen("struct.__pthread_")) == 0;
}

/* Looks at structs of 16 bytes, and at what larger ones are made of: which of their words are
 * pointers makes a difference if somebody moves such a struct as one number. */
static void see_type(Unit *u, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsOpaqueStruct(type) ||
        is_of_system(type))
        return;
    uint64_t bytes = LLVMABISizeOfType(u->data, type);
    for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
        LLVMTypeRef inner = LLVMStructGetTypeAtIndex(type, k);
        uint64_t offset = LLVMOffsetOfElement(u->data, type, k);
        if (bytes == WIDE_BYTES && LLVMGetTypeKind(inner) == LLVMPointerTypeKind)
            u->wide_structs[offset >= WIDE_BYTES / 2] = true;
        see_type(u, inner);
    }
}

static bool moves_word(LLVMValueRef i, LLVMOpcode op)
{
    return LLVMGetInstructionOpcode(i) == op && LLVMIsAConstantInt(LLVMGetOperand(i, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) == 4 * WIDE_BYTES;
}

/* A pointer that becomes a word of 128 bits, as by `(unsigned __int128)tag << 64 | (uintptr_t)p`. */
static void see_packed(Unit *u, LLVMValueRef pointer)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef wide = LLVMGetUser(use);
        if (!LLVMIsAZExtInst(wide) || !wide_is(wide))
            continue;
        LLVMUseRef next = LLVMGetFirstUse(wide);
        u->wide_pointers[next && moves_word(LLVMGetUser(next), LLVMShl)] = true;
    }
}

/* What an address is declared to point to: a variable, a member, an element; NULL: nobody knows. */
static LLVMTypeRef declared(LLVMValueRef address)
{
    LLVMTypeRef type = NULL;
    if (LLVMIsAAllocaInst(address))
        type = LLVMGetAllocatedType(address);
    else if (LLVMIsAGlobalVariable(address))
        type = LLVMGlobalGetValueType(address);
    else if (LLVMIsAGetElementPtrInst(address))
        type = LLVMGetGEPSourceElementType(address);
    int indices = type && LLVMIsAGetElementPtrInst(address) ? LLVMGetNumOperands(address) : 0;
    for (int k = 2; k < indices; k++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)k);
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind
                   ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
                   : LLVMGetElementType(type);
    }
    while (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return type;
}

/* Is memory read or written that is not declared as a number of 128 bits, a struct perhaps?  Where
 * nobody knows, clang does so in atomic accesses only. */
static bool moves_struct(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool stores = op == LLVMStore, updates = op == LLVMAtomicCmpXchg || op == LLVMAtomicRMW;
    if (!stores && !updates && op != LLVMLoad)
        return false;
    if (!wide_is(op == LLVMLoad ? i : LLVMGetOperand(i, updates ? 1 : 0)))
        return false;
    LLVMTypeRef type = declared(LLVMGetOperand(i, stores ? 1 : 0));
    bool plain = !updates && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
    return type ? LLVMGetTypeKind(type) != LLVMIntegerTypeKind : !plain;
}

static void see_instruction(Unit *u, LLVMValueRef i)
{
    u->wide_moves |= moves_struct(i);
    if (LLVMIsAAllocaInst(i))
        see_type(u, LLVMGetAllocatedType(i));
    else if (LLVMIsAGetElementPtrInst(i))
        see_type(u, LLVMGetGEPSourceElementType(i));
    else if (LLVMIsAPtrToIntInst(i))
        see_packed(u, i);
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
    for (unsigned k = 0; k < 2; k++)
        u->wide_pointers[k] |= u->wide_moves && u->wide_structs[k];
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

/* The two words of a value, as numbers of 64 bits; of 128 bits, a word may be a pointer. */
typedef struct Words {
    Ref low, high;
    bool low_points, high_points;
} Words;

/* Two numbers. */
static Words words_make(Ref low, Ref high)
{
    return (Words){.low = low, .high = high};
}

bool wide_is_fields(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > WORD &&
           LLVMGetIntTypeWidth(type) < 8 * WIDE_BYTES;
}

static bool is_words(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > WORD &&
           LLVMGetIntTypeWidth(type) <= 8 * WIDE_BYTES;
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
    return words_make(func_constant(f, low_type, (uint64_t)number),
                      func_constant(f, low_type, (uint64_t)(number >> WORD)));
}

Ref wide_constant(Func *f, LLVMValueRef value, unsigned k, Type want)
{
    Words words = constant_words(f, value);
    Ref word = k ? words.high : words.low;
    if (want.kind == TYPE_PTR)
        return func_convert(f, word, low_type, want);
    return func_constant(f, want, f->b->program->constants.at[~word]);
}

/* Does the instruction leave nothing in that word? */
static bool is_empty(LLVMValueRef value, unsigned k)
{
    LLVMOpcode op = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    bool shifts = (op == LLVMShl && !k) || (op == LLVMLShr && k);
    LLVMValueRef by = shifts ? LLVMGetOperand(value, 1) : NULL;
    return (op == LLVMZExt && k &&
            LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) <= WORD) ||
           (by && LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) >= WORD);
}

/* A word as it is at hand: a pointer stays one, if it may. */
static Ref word_of(Func *f, LLVMValueRef value, unsigned k, bool *points)
{
    *points = false;
    if (is_empty(value, k))
        return build_constant(f->b, 0);
    Type type = func_leaf_type(f, value, k);
    *points = type.kind == TYPE_PTR;
    if (*points)
        return func_leaf(f, value, k, TYPE_POINTER);
    unsigned bits = k ? LLVMGetIntTypeWidth(LLVMTypeOf(value)) - WORD : WORD;
    Type number = {TYPE_UNSIGNED, (uint8_t)bits};
    Ref ref = func_leaf(f, value, k, number);
    return ref < 0 ? ref : func_convert(f, ref, number, low_type);
}

static Words words_of(Func *f, LLVMValueRef value)
{
    if (LLVMIsAConstantInt(value))
        return constant_words(f, value);
    Words words;
    words.low = word_of(f, value, 0, &words.low_points);
    words.high = word_of(f, value, 1, &words.high_points);
    return words;
}

/* Both words as numbers. */
static Words numbers(Func *f, Words w)
{
    return words_make(w.low_points ? func_convert(f, w.low, TYPE_POINTER, low_type) : w.low,
                      w.high_points ? func_convert(f, w.high, TYPE_POINTER, low_type) : w.high);
}

/* Into a register of its own, behind the one before; what is above its width is dropped. */
static Ref keep(Func *f, Ref ref, bool points, unsigned bits)
{
    Type type = points ? TYPE_POINTER : (Type){TYPE_UNSIGNED, (uint8_t)bits};
    Ref dst = func_temporary(f, type);
    bool cuts = !points && bits < WORD;
    func_emit(f, (Instr){.op = cuts ? OP_CAST : OP_MOV,
                         .type = type,
                         .from = cuts ? low_type : (Type){0},
                         .dst = dst,
                         .a = ref});
    return dst;
}

static void set_words(Func *f, LLVMValueRef i, Words words)
{
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(i)) - WORD;
    if (words.high_points && bits < WORD)
        words = numbers(f, words);
    Ref first = keep(f, words.low, words.low_points, WORD);
    keep(f, words.high, words.high_points, bits);
    func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = first, .count = 2});
}

bool wide_make(Func *f, LLVMValueRef i)
{
    Leaves leaves = {0};
    Ref first;
    if (!is_words(LLVMTypeOf(i)))
        return false;
    func_result_leaves(f, i, &first, &leaves);
    vec_free(&leaves);
    return true;
}

bool wide_select(Func *f, LLVMValueRef i)
{
    if (!wide_make(f, i))
        return false;
    Ref condition = func_use(f, LLVMGetOperand(i, 0), TYPE_U1), first = func_slot(f, i)->first;
    Label chosen[] = {build_label(f->b), build_label(f->b)}, done = build_label(f->b);
    func_emit(f, (Instr){.op = OP_BRANCH, .a = condition, .target = chosen[0], .other = chosen[1]});
    for (unsigned n = 0; n < 2; n++) {
        func_place(f, chosen[n]);
        for (unsigned k = 0; k < 2; k++) {
            Ref dst = first + (Ref)k;
            Type type = func_register_type(f, dst);
            Ref value = func_leaf(f, LLVMGetOperand(i, n + 1), k, type);
            func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = value});
        }
        if (!n)
            func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    }
    func_place(f, done);
    return true;
}

static Words shift_left(Func *f, Words w, unsigned by)
{
    if (by == WORD)
        return (Words){.high = w.low, .low = build_constant(f->b, 0), .high_points = w.low_points};
    w = by ? numbers(f, w) : w;
    if (by >= WORD)
        return words_make(build_constant(f->b, 0), shifted(f, OP_SHL, low_type, w.low, by - WORD));
    if (!by)
        return w;
    Ref over = shifted(f, OP_SHR, low_type, w.low, WORD - by);
    return words_make(shifted(f, OP_SHL, low_type, w.low, by),
                      emit(f, OP_OR, low_type, shifted(f, OP_SHL, low_type, w.high, by), over));
}

static Words shift_right(Func *f, Words w, unsigned by)
{
    if (by == WORD)
        return (Words){.low = w.high, .high = build_constant(f->b, 0), .low_points = w.high_points};
    w = by ? numbers(f, w) : w;
    if (by >= WORD)
        return words_make(shifted(f, OP_SHR, low_type, w.high, by - WORD), build_constant(f->b, 0));
    if (!by)
        return w;
    Ref over = shifted(f, OP_SHL, low_type, w.high, WORD - by);
    return words_make(emit(f, OP_OR, low_type, shifted(f, OP_SHR, low_type, w.low, by), over),
                      shifted(f, OP_SHR, low_type, w.high, by));
}

/* With copies of the sign, which is the top bit of the upper word. */
static Words shift_signed(Func *f, Words w, unsigned width, unsigned by)
{
    unsigned unused = 2 * WORD - width;
    w = numbers(f, w);
    Ref high = func_convert(f, shifted(f, OP_SHL, low_type, w.high, unused), low_type, sign_type);
    high = shifted(f, OP_SHR, sign_type, high, unused);
    Ref signs = func_convert(f, shifted(f, OP_SHR, sign_type, high, WORD - 1), sign_type, low_type);
    if (by >= WORD) {
        Ref low = shifted(f, OP_SHR, sign_type, high, by - WORD);
        return words_make(func_convert(f, low, sign_type, low_type), signs);
    }
    Ref rest = func_convert(f, shifted(f, OP_SHR, sign_type, high, by), sign_type, low_type);
    w.high = func_convert(f, high, sign_type, low_type);
    return words_make(shift_right(f, w, by).low, rest);
}

static bool is_number(Func *f, Ref ref, uint64_t number)
{
    return ref < 0 && f->b->program->constants.at[~ref] == number;
}

/* What a mask does to a word: nothing, where the other operand says so; then a pointer stays one. */
static Ref mask_word(Func *f, Op op, Ref a, Ref b, bool *a_points, bool b_points)
{
    uint64_t neutral = op == OP_AND ? UINT64_MAX : 0;
    if (is_number(f, b, neutral))
        return a;
    if (is_number(f, a, neutral)) {
        *a_points = b_points;
        return b;
    }
    a = *a_points ? func_convert(f, a, TYPE_POINTER, low_type) : a;
    b = b_points ? func_convert(f, b, TYPE_POINTER, low_type) : b;
    *a_points = false;
    bool none = op == OP_AND && (is_number(f, a, 0) || is_number(f, b, 0));
    return none ? build_constant(f->b, 0) : emit(f, op, low_type, a, b);
}

static Words mask(Func *f, Op op, Words x, Words y)
{
    Words z = x;
    z.low = mask_word(f, op, x.low, y.low, &z.low_points, y.low_points);
    z.high = mask_word(f, op, x.high, y.high, &z.high_points, y.high_points);
    return z;
}

bool wide_binary(Func *f, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    bool shifts = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    bool masks = op == LLVMAnd || op == LLVMOr || op == LLVMXor;
    if (!is_words(LLVMTypeOf(i)) || (shifts ? !LLVMIsAConstantInt(b) : !masks))
        return false;
    Words x = words_of(f, a);
    if (masks) {
        set_words(f, i,
                  mask(f,
                       op == LLVMAnd  ? OP_AND
                       : op == LLVMOr ? OP_OR
                                      : OP_XOR,
                       x, words_of(f, b)));
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

/* From one width above 64 to another. */
static void change_width(Func *f, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 0);
    Words w = words_of(f, a);
    if (LLVMGetInstructionOpcode(i) == LLVMSExt)
        w = shift_signed(f, w, LLVMGetIntTypeWidth(LLVMTypeOf(a)), 0);
    set_words(f, i, w);
}

bool wide_cast(Func *f, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetOperand(i, 0);
    Type from = type_scalar(LLVMTypeOf(a)), to = type_scalar(LLVMTypeOf(i));
    bool changes = op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt;
    if (changes && is_words(LLVMTypeOf(a)) && is_words(LLVMTypeOf(i))) {
        change_width(f, i);
        return true;
    }
    if (op == LLVMTrunc && is_words(LLVMTypeOf(a)) && to.kind != TYPE_VOID) {
        Words w = words_of(f, a);
        bool points = w.low_points && to.bits == WORD;
        w = points ? w : numbers(f, w);
        func_alias(f, i, points ? w.low : func_convert(f, w.low, low_type, to),
                   points ? TYPE_POINTER : to);
        return true;
    }
    if (!is_words(LLVMTypeOf(i)) || from.kind == TYPE_VOID || (op != LLVMZExt && op != LLVMSExt))
        return false;
    if (op == LLVMZExt && func_type(f, a).kind == TYPE_PTR) {
        Ref pointer = func_use(f, a, TYPE_POINTER);
        set_words(f, i,
                  (Words){.low = pointer, .high = build_constant(f->b, 0), .low_points = true});
        return true;
    }
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
    set_words(f, i, words_make(low, high));
    return true;
}

bool wide_compare(Func *f, LLVMValueRef i)
{
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
    if (!wide_is_fields(LLVMTypeOf(LLVMGetOperand(i, 0))) ||
        (predicate != LLVMIntEQ && predicate != LLVMIntNE))
        return false;
    Words x = numbers(f, words_of(f, LLVMGetOperand(i, 0)));
    Words y = numbers(f, words_of(f, LLVMGetOperand(i, 1)));
    Ref differ = emit(f, OP_OR, low_type, emit(f, OP_XOR, low_type, x.low, y.low),
                      emit(f, OP_XOR, low_type, x.high, y.high));
    func_emit(f, (Instr){.op = predicate == LLVMIntEQ ? OP_EQ : OP_NE,
                         .type = low_type,
                         .dst = func_result(f, i, TYPE_U1),
                         .a = differ,
                         .b = build_constant(f->b, 0)});
    return true;
}
