/* atomic.c -- atomic instructions that read and write: each is one atomic region; see func.h.
 *
 * The two halves of such an instruction have the flag UPDATE.  The store has the order of the whole;
 * the load has that of a read after which nothing is written.  If that is stronger than what the
 * read has where something is written, the load has the weaker one, and what it has read is read
 * again, with the flag OLD, where the comparison has failed. */
#include "front/c/lower/func.h"

#include <limits.h>

/* Another thread may run before one that is seq_cst: they have an order, as accesses have. */
void atomic_emit_fence(Func *f, LLVMAtomicOrdering order)
{
    if (f->pure || f->ghost || f->in_lib)
        return;
    if (order == LLVMAtomicOrderingSequentiallyConsistent && !f->u->options->sc)
        func_point(f);
    func_emit(f, (Instr){.op = OP_FENCE, .flags = memory_order(f, order)});
}

/* One of a single thread is meant for its signal handlers: it only binds the compiler. */
void atomic_fence(Func *f, LLVMValueRef i)
{
    if (!LLVMIsAtomicSingleThread(i))
        atomic_emit_fence(f, LLVMGetOrdering(i));
}

/* The order of the read, where that of the whole is told. */
static uint16_t read_order(uint16_t update)
{
    if (update == order_flags(ORDER_ACQ_REL))
        return order_flags(ORDER_ACQUIRE);
    return update == order_flags(ORDER_RELEASE) ? order_flags(ORDER_RELAXED) : update;
}

/* The type in which an atomic instruction moves the value of its memory. */
static Type cell_type(Func *f, LLVMValueRef pointer, LLVMValueRef operand, LLVMValueRef other)
{
    Type type = type_scalar(LLVMTypeOf(operand));
    unsigned width = 8 * f->u->program->pointer_bytes;
    if (type.kind == TYPE_SIGNED && type.bits == width &&
        (address_is_memory(&f->u->addresses, pointer) || address_is(&f->u->addresses, operand) ||
         address_is(&f->u->addresses, other)))
        return TYPE_POINTER;
    return type;
}

static void begin(Func *f, LLVMValueRef pointer)
{
    memory_point(f, pointer, false);
    func_emit(f, (Instr){.op = OP_ATOMIC});
}

static void load(Func *f, Ref dst, Type type, Place place)
{
    func_emit(f,
              (Instr){.op = OP_LOAD,
                      .flags = (uint16_t)(FLAG_ATOMIC | FLAG_UPDATE | f->reads | memory_check(f)),
                      .type = type,
                      .dst = dst,
                      .a = place.base,
                      .offset = place.offset});
}

static void store(Func *f, Ref value, Type type, Place place)
{
    func_emit(f, (Instr){.op = OP_STORE,
                         .flags = FLAG_ATOMIC | FLAG_UPDATE | f->update,
                         .type = type,
                         .a = place.base,
                         .offset = place.offset,
                         .b = value});
}

/* ---- structs of 9 to 16 bytes: two words that are moved together ---- */

enum { WORDS = 2, WORD_BYTES = 8 };

static Place word_of(Place place, int k)
{
    return (Place){place.base, place.offset + k * WORD_BYTES};
}

/* The words of the memory, in registers one behind the other. */
static Ref load_words(Func *f, Place place)
{
    Type types[WORDS] = {wide_word(f->u, 0), wide_word(f->u, 1)};
    Ref old = func_temporary(f, types[0]), second = func_temporary(f, types[1]);
    load(f, old, types[0], place);
    load(f, second, types[1], word_of(place, 1));
    return old;
}

static void store_words(Func *f, LLVMValueRef value, Place place)
{
    for (int k = 0; k < WORDS; k++) {
        Type type = wide_word(f->u, (unsigned)k);
        store(f, func_leaf(f, value, (unsigned)k, type), type, word_of(place, k));
    }
}

/* The weak form may fail though the value is the expected one.  Who tries again is where he was. */
static void fail_perhaps(Func *f, bool weak, Ref same, Label done)
{
    Label goes_on = build_label(f->b);
    if (!weak || f->in_lib)
        return;
    func_emit(f, (Instr){.op = OP_CHOOSE,
                         .type = TYPE_U1,
                         .dst = same,
                         .a = build_constant(f->b, 0),
                         .b = build_constant(f->b, 1)});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = same, .target = goes_on, .other = done});
    func_place(f, goes_on);
}

/* Where a comparison fails: the order of its read, if the load has a weaker one. */
static void read_again(Func *f, Type type, Place place, uint16_t failed)
{
    if (f->reads == failed)
        return;
    func_emit(f, (Instr){.op = OP_LOAD,
                         .flags = (uint16_t)(FLAG_ATOMIC | FLAG_UPDATE | FLAG_OLD | failed),
                         .type = type,
                         .dst = func_temporary(f, type),
                         .a = place.base,
                         .offset = place.offset});
}

static int strength(uint16_t order)
{
    return !order ? ORDER_SEQ_CST : order >> ORDER_SHIFT;
}

/* The orders of a comparison; returns that of one that fails. */
static uint16_t set_orders(Func *f, LLVMValueRef i)
{
    uint16_t failed = memory_order(f, LLVMGetCmpXchgFailureOrdering(i));
    f->update = memory_order(f, LLVMGetCmpXchgSuccessOrdering(i));
    f->reads = read_order(f->update);
    if (f->in_lib || strength(failed) < strength(f->reads))
        f->reads = failed;
    return failed;
}

static void exchange_words(Func *f, LLVMValueRef i)
{
    LLVMValueRef pointer = LLVMGetOperand(i, 0), expected = LLVMGetOperand(i, 1);
    begin(f, pointer);
    Place place = memory_place(f, pointer);
    Ref old = load_words(f, place), same = func_temporary(f, TYPE_U1);
    Ref also = func_temporary(f, TYPE_U1);
    Label write = build_label(f->b), done = build_label(f->b);
    for (int k = 0; k < WORDS; k++) {
        Type type = wide_word(f->u, (unsigned)k);
        Ref want = func_leaf(f, expected, (unsigned)k, type);
        func_emit(
            f, (Instr){.op = OP_EQ, .type = type, .dst = k ? also : same, .a = old + k, .b = want});
    }
    func_emit(f, (Instr){.op = OP_AND, .type = TYPE_U1, .dst = same, .a = same, .b = also});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = same, .target = write, .other = done});
    func_place(f, write);
    fail_perhaps(f, LLVMGetWeak(i), same, done);
    store_words(f, LLVMGetOperand(i, 2), place);
    func_place(f, done);
    func_emit(f, (Instr){.op = OP_END});
    func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = old, .count = WORDS + 1});
}

static void replace_words(Func *f, LLVMValueRef i)
{
    begin(f, LLVMGetOperand(i, 0));
    Place place = memory_place(f, LLVMGetOperand(i, 0));
    Ref old = load_words(f, place);
    store_words(f, LLVMGetOperand(i, 1), place);
    func_emit(f, (Instr){.op = OP_END});
    func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = old, .count = WORDS});
}

/* Begins an operation on a cell of this type; false: there is none. */
static bool begin_on(Func *f, LLVMValueRef i, LLVMValueRef pointer, Type type)
{
    if (type.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "an atomic operation on %s",
                  type_refusal(f->u, LLVMTypeOf(LLVMGetOperand(i, 1))));
        return false;
    }
    begin(f, pointer);
    return true;
}

/* cmpxchg: what was there, and whether it was what was expected. */
void atomic_exchange(Func *f, LLVMValueRef i)
{
    LLVMValueRef pointer = LLVMGetOperand(i, 0), expected = LLVMGetOperand(i, 1);
    Type type = cell_type(f, pointer, expected, LLVMGetOperand(i, 2));
    uint16_t failed = set_orders(f, i);
    if (wide_is(expected)) {
        exchange_words(f, i);
        return;
    }
    if (!begin_on(f, i, pointer, type))
        return;
    Place place = memory_place(f, pointer);
    Ref want = func_use(f, expected, type), next = func_use(f, LLVMGetOperand(i, 2), type);
    Ref old = func_temporary(f, type), same = func_temporary(f, TYPE_U1);
    Label write = build_label(f->b), fails = build_label(f->b), done = build_label(f->b);
    load(f, old, type, place);
    func_emit(
        f,
        (Instr){.op = OP_EQ, .flags = FLAG_ATOMIC, .type = type, .dst = same, .a = old, .b = want});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = same, .target = write, .other = fails});
    func_place(f, write);
    fail_perhaps(f, LLVMGetWeak(i), same, fails);
    store(f, next, type, place);
    if (f->reads != failed)
        func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    func_place(f, fails);
    read_again(f, type, place, failed);
    func_place(f, done);
    func_emit(f, (Instr){.op = OP_END});
    func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = old, .count = 2});
}

/* The larger (or smaller) of two goes to dst. */
static void choose_one(Func *f, Ref dst, Type type, Ref a, Ref b, Ref a_wins)
{
    Label first = build_label(f->b), second = build_label(f->b), done = build_label(f->b);
    func_emit(f, (Instr){.op = OP_BRANCH, .a = a_wins, .target = first, .other = second});
    func_place(f, first);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = a});
    func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    func_place(f, second);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = dst, .a = b});
    func_place(f, done);
}

static void choose_largest(Func *f, LLVMAtomicRMWBinOp op, Ref dst, Type type, Ref old, Ref b)
{
    bool is_signed = op == LLVMAtomicRMWBinOpMax || op == LLVMAtomicRMWBinOpMin;
    bool largest = op == LLVMAtomicRMWBinOpMax || op == LLVMAtomicRMWBinOpUMax;
    Type as = {is_signed ? TYPE_SIGNED : TYPE_UNSIGNED, type.bits};
    Ref x = func_convert(f, old, type, as), less = func_temporary(f, TYPE_U1), y = b;
    if (b >= 0)
        y = func_convert(f, b, type, as);
    else if (!is_signed)
        y = func_constant(f, as, f->u->program->constants.at[~b]);
    func_emit(f, (Instr){.op = OP_LT, .type = as, .dst = less, .a = x, .b = y});
    choose_one(f, dst, type, largest ? b : old, largest ? old : b, less);
}

typedef struct Simple {
    LLVMAtomicRMWBinOp llvm;
    Op op;
} Simple;
static const Simple simple[] = {
    {LLVMAtomicRMWBinOpAdd, OP_ADD},  {LLVMAtomicRMWBinOpSub, OP_SUB},
    {LLVMAtomicRMWBinOpAnd, OP_AND},  {LLVMAtomicRMWBinOpOr, OP_OR},
    {LLVMAtomicRMWBinOpXor, OP_XOR},  {LLVMAtomicRMWBinOpFAdd, OP_ADD},
    {LLVMAtomicRMWBinOpFSub, OP_SUB}, {LLVMAtomicRMWBinOpNand, OP_AND},
};
enum { SIMPLE = sizeof simple / sizeof *simple };

static bool combine(Func *f, LLVMAtomicRMWBinOp op, Ref dst, Type type, Ref old, Ref b)
{
    if (op == LLVMAtomicRMWBinOpMax || op == LLVMAtomicRMWBinOpMin ||
        op == LLVMAtomicRMWBinOpUMax || op == LLVMAtomicRMWBinOpUMin) {
        choose_largest(f, op, dst, type, old, b);
        return true;
    }
    for (int k = 0; k < SIMPLE; k++) {
        if (simple[k].llvm != op)
            continue;
        func_emit(f,
                  (Instr){.op = (uint8_t)simple[k].op, .type = type, .dst = dst, .a = old, .b = b});
        if (op == LLVMAtomicRMWBinOpNand)
            func_emit(f, (Instr){.op = OP_NOT, .type = type, .dst = dst, .a = dst});
        return true;
    }
    return false;
}

void atomic_update(Func *f, LLVMValueRef i)
{
    LLVMValueRef pointer = LLVMGetOperand(i, 0), operand = LLVMGetOperand(i, 1);
    Type type = cell_type(f, pointer, operand, i);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
    f->update = memory_order(f, LLVMGetOrdering(i));
    f->reads = read_order(f->update);
    if (wide_is(operand) && op == LLVMAtomicRMWBinOpXchg) {
        replace_words(f, i);
        return;
    }
    if (!begin_on(f, i, pointer, type))
        return;
    Place place = memory_place(f, pointer);
    Ref b = func_use(f, operand, type), old = func_temporary(f, type), next = b;
    load(f, old, type, place);
    if (op != LLVMAtomicRMWBinOpXchg) {
        next = func_temporary(f, type);
        if (!combine(f, op, next, type, old, b)) {
            func_fail(
                f, ERR_UNSUPPORTED,
                "an atomic operation that heddle does not know (on a float, or the like): use a "
                "loop with atomic_compare_exchange_weak");
            return;
        }
    }
    store(f, next, type, place);
    func_emit(f, (Instr){.op = OP_END});
    func_add_slot(f, i, (Slot){.kind = SLOT_REGISTERS, .first = old, .count = 1});
}

/* ---- structs that no instruction handles ---- */

/* The scalars of what a variable is; false: that is not known.  Bytes between them are not
 * compared: they are taken to be equal. */
static bool find_scalars(Func *f, LLVMValueRef variable, uint64_t size, Leaves *out)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(variable)       ? LLVMGetAllocatedType(variable)
                       : LLVMIsAGlobalVariable(variable) ? LLVMGlobalGetValueType(variable)
                                                         : NULL;
    return type && type_size(f->u, type) == size && type_leaves(f->u, type, 0, out);
}

static Ref compare_scalar(Func *f, const Leaf *leaf, Place at, Place expected)
{
    Ref sides[2], same = func_temporary(f, TYPE_U1);
    for (int k = 0; k < 2; k++) {
        Place place = k ? expected : at;
        sides[k] = func_temporary(f, leaf->type);
        load(f, sides[k], leaf->type, (Place){place.base, place.offset + (int32_t)leaf->offset});
    }
    func_emit(f,
              (Instr){.op = OP_EQ, .type = leaf->type, .dst = same, .a = sides[0], .b = sides[1]});
    return same;
}

static void copy_all(Func *f, LLVMValueRef to, LLVMValueRef from, uint64_t size)
{
    Ref operands[] = {func_use(f, to, TYPE_POINTER), func_use(f, from, TYPE_POINTER),
                      build_constant(f->b, size)};
    func_emit(f, (Instr){.op = OP_COPY,
                         .flags = FLAG_ATOMIC | FLAG_UPDATE | f->update,
                         .list = build_list(f->b, operands, 3)});
}

/* The closing bracket of the call that begins here, or its n-th comma. */
static const char *find_comma(const char *text, int n)
{
    int depth = 0;
    text += strcspn(text, "(");
    for (; *text; text++) {
        depth += (*text == '(') - (*text == ')');
        n -= depth == 1 && *text == ',';
        if (!depth || !n)
            return text;
    }
    return text;
}

/* The function of the library does not know whether it was called by the weak form; the text does,
 * by the name of the macro or builtin, or by an argument: the fourth is 1.  The call may stand in
 * the argument of a macro. */
static bool is_written_weak(Func *f)
{
    static const char name[] = "__atomic_compare_exchange";
    const char *text = debug_source(f->u, f->b->pos);
    if (!text)
        return false;
    const char *end = find_comma(text, INT_MAX), *weak = strstr(text, "compare_exchange_weak");
    const char *strong = strstr(text, "compare_exchange_strong"), *plain = strstr(text, name);
    if ((weak && weak < end) || (strong && strong < end))
        return weak && weak < end && !(strong && strong < end);
    if (!plain || plain >= end)
        return false;
    text = find_comma(plain, 3);
    text += *text == ',';
    text += strspn(text, " \t\n");
    return *text == '1' || strncmp(text, "true", 4) == 0;
}

static void exchange_struct(Func *f, const Call *call, const Leaves *leaves, uint64_t size)
{
    LLVMValueRef at = call->args[1], expected = call->args[2], desired = call->args[3];
    begin(f, at);
    Label differs = build_label(f->b), done = build_label(f->b);
    Place here = memory_place(f, at), wanted = memory_place(f, expected);
    Ref same = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = same, .a = build_constant(f->b, 1)});
    vec_each (Leaf, leaf, leaves) {
        Ref equal = compare_scalar(f, leaf, here, wanted);
        func_emit(f, (Instr){.op = OP_AND, .type = TYPE_U1, .dst = same, .a = same, .b = equal});
    }
    Label equals = build_label(f->b);
    func_emit(f, (Instr){.op = OP_BRANCH, .a = same, .target = equals, .other = differs});
    func_place(f, equals);
    fail_perhaps(f, is_written_weak(f), same, differs);
    copy_all(f, at, desired, size);
    func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    func_place(f, differs);
    copy_all(f, expected, at, size);
    func_place(f, done);
    func_emit(f, (Instr){.op = OP_END});
    known_result(f, call, same, TYPE_U1);
}

/* A number of <stdatomic.h>; one that is not known here may be any. */
static uint16_t numbered_order(const Func *f, LLVMValueRef number)
{
    static const LLVMAtomicOrdering orders[] = {
        LLVMAtomicOrderingMonotonic,      LLVMAtomicOrderingAcquire,
        LLVMAtomicOrderingAcquire,        LLVMAtomicOrderingRelease,
        LLVMAtomicOrderingAcquireRelease, LLVMAtomicOrderingSequentiallyConsistent,
    };
    enum { NUMBERS = sizeof orders / sizeof *orders };
    uint64_t n = LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number) : 0;
    return memory_order(f, orders[n < NUMBERS ? n : 0]);
}

/* The orders are the last arguments of the functions that compilers call for large objects; of two
 * the second is that of a comparison that fails. */
static void sized_order(Func *f, const Call *call)
{
    static const struct {
        const char *name;
        unsigned before;
    } sized[] = {{"__atomic_load", 3},
                 {"__atomic_store", 3},
                 {"__atomic_exchange", 4},
                 {"__atomic_compare_exchange", 4}};
    f->update = f->reads = 0;
    for (size_t k = 0; k < sizeof sized / sizeof *sized; k++) {
        unsigned n = sized[k].before;
        if (strcmp(call->name, sized[k].name) != 0 || n >= call->count)
            continue;
        f->update = numbered_order(f, call->args[n]);
        f->reads =
            n + 1 < call->count ? numbered_order(f, call->args[n + 1]) : read_order(f->update);
    }
}

/* What the models do is seq_cst. */
static void doubt_order(Func *f, const Call *call)
{
    char text[512];
    snprintf(text, sizeof text,
             "`%s`, on an object that no instruction of the processor takes at once, has a "
             "memory order below seq_cst, and only sequentially consistent runs were explored; "
             "--memory-model=sc asks for no more",
             call->name);
    func_emit(f, (Instr){.op = OP_DOUBT, .other = build_string(f->b, text)});
}

bool atomic_exchange_struct(Func *f, const Call *call)
{
    Leaves leaves = {0};
    sized_order(f, call);
    bool sized = strcmp(call->name, "__atomic_compare_exchange") == 0 && call->count >= 4 &&
                 LLVMIsAConstantInt(call->args[0]);
    uint64_t size = sized ? LLVMConstIntGetZExtValue(call->args[0]) : 0;
    bool known = sized && !f->in_lib && find_scalars(f, call->args[2], size, &leaves);
    if (known)
        exchange_struct(f, call, &leaves, size);
    else if ((f->update | f->reads) && !f->u->options->sc)
        doubt_order(f, call);
    vec_free(&leaves);
    return known;
}

Ref atomic_keeps(Func *f, LLVMValueRef where, LLVMValueRef what)
{
    Ref kept = func_temporary(f, TYPE_POINTER), same = func_temporary(f, TYPE_U1);
    Ref address = func_use(f, what, TYPE_POINTER);
    Place place = memory_place(f, where);
    func_emit(f, (Instr){.op = OP_LOAD,
                         .flags = FLAG_ATOMIC | FLAG_PEEK,
                         .type = TYPE_POINTER,
                         .dst = kept,
                         .a = place.base,
                         .offset = place.offset});
    func_emit(f, (Instr){.op = OP_EQ, .type = TYPE_POINTER, .dst = same, .a = kept, .b = address});
    return same;
}
