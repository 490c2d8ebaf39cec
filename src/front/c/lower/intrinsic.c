/* intrinsic.c -- functions of LLVM's own (llvm.*) that clang makes of C; see func.h. */
#include "front/c/lower/func.h"

#include <float.h>
#include <math.h>

typedef void Handler(Func *f, const Call *call);

static void nothing(Func *f, const Call *call)
{
    (void)f;
    (void)call;
}

/* What clang knows about the first argument is of no interest. */
static void first_argument(Func *f, const Call *call)
{
    Type type = func_type(f, call->args[0]);
    func_alias(f, call->result, func_use(f, call->args[0], type), type);
}

static void set_constant(Func *f, const Call *call, uint64_t value)
{
    Type type = type_scalar(LLVMTypeOf(call->result));
    func_alias(f, call->result, func_constant(f, type, value), type);
}

static void is_constant(Func *f, const Call *call)
{
    set_constant(f, call, LLVMIsConstant(call->args[0]) != 0);
}

/* -1: the size is not known; 0 if a lower bound was asked for. */
static void object_size(Func *f, const Call *call)
{
    set_constant(f, call, LLVMConstIntGetZExtValue(call->args[1]) ? 0 : UINT64_MAX);
}

static void null_pointer(Func *f, const Call *call)
{
    set_constant(f, call, 0);
}

static void trap(Func *f, const Call *call)
{
    (void)call;
    func_fail(f, ERR_ABORTED, "__builtin_trap was called");
}

static void copy_apart(Func *f, const Call *call)
{
    undefined_check_apart(f, call->args[0], call->args[1], call->args[2]);
    memory_copy(f, call->args[0], call->args[1], call->args[2]);
}

static void copy(Func *f, const Call *call)
{
    memory_copy(f, call->args[0], call->args[1], call->args[2]);
}

static void fill(Func *f, const Call *call)
{
    memory_fill(f, call->args[0], call->args[1], call->args[2]);
}

static void begin_scope(Func *f, const Call *call)
{
    const Slot *slot = func_slot(f, call->args[1]);
    if (slot && slot->kind == SLOT_OBJECT)
        scope_begin(f, call->args[1]);
}

static void end_scope(Func *f, const Call *call)
{
    const Slot *slot = func_slot(f, call->args[1]);
    if (slot && slot->kind == SLOT_OBJECT)
        scope_end(f, call->args[1]);
}

static void restore_stack(Func *f, const Call *call)
{
    scope_restore(f, call->result, call->args[0]);
}

static void thread_local_address(Func *f, const Call *call)
{
    if (f->dead)
        return;
    global_local_address(f->u, f->b, call->args[0], func_result(f, call->result, TYPE_POINTER));
}

/* So va_arg rounds up where a number of 128 bits begins. */
static void mask_pointer(Func *f, const Call *call)
{
    Ref pointer = func_use(f, call->args[0], TYPE_POINTER);
    Ref mask = func_use(f, call->args[1], TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_AND,
                         .type = TYPE_POINTER,
                         .dst = func_result(f, call->result, TYPE_POINTER),
                         .a = pointer,
                         .b = mask});
}

/* Variadic functions.  The va_list of x86-64 says how many registers are used up, and where the
 * others and the stack are; that of i386 is a pointer to the stack. */

static void store_at(Func *f, Ref pointer, int32_t offset, Type type, Ref value)
{
    func_emit(f, (Instr){.op = OP_STORE, .type = type, .a = pointer, .offset = offset, .b = value});
}

static void start_list(Func *f, const Call *call)
{
    enum { LIST_FLOATS = 4, LIST_MEMORY = 8, LIST_REGISTERS = 16, WORD = 8 };
    Unit *u = f->u;
    Ref arguments = (Ref)u->program->procs.at[f->b->proc].params - 1;
    Ref list = func_use(f, call->args[0], TYPE_POINTER);
    memory_point(f, call->args[0], false);
    if (u->program->pointer_bytes == 4) {
        store_at(f, list, 0, TYPE_POINTER, arguments);
        return;
    }
    Registers r = call_registers(u, LLVMGlobalGetValueType(f->function), f->function, NULL);
    Ref memory = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_FIELD, .dst = memory, .a = arguments, .offset = MEMORY_AT});
    store_at(f, list, 0, TYPE_U32, build_constant(f->b, WORD * r.general));
    store_at(f, list, LIST_FLOATS, TYPE_U32,
             build_constant(f->b, FLOAT_AT + FLOAT_BYTES * r.floats));
    store_at(f, list, LIST_MEMORY, TYPE_POINTER, memory);
    store_at(f, list, LIST_REGISTERS, TYPE_POINTER, arguments);
}

static void copy_list(Func *f, const Call *call)
{
    uint64_t bytes = f->u->program->pointer_bytes == 4 ? 4 : 24;
    memory_copy(f, call->args[0], call->args[1],
                LLVMConstInt(LLVMInt64TypeInContext(f->u->context), bytes, 0));
}

/* Arithmetic. */

static Ref emit(Func *f, Op op, Type type, Ref a, Ref b)
{
    bool compares = op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE;
    Ref dst = func_temporary(f, compares ? TYPE_U1 : type);
    func_emit(f, (Instr){.op = (uint8_t)op, .type = type, .dst = dst, .a = a, .b = b});
    return dst;
}

/* Whether a product of 64 bits does not fit, by division. */
static Ref product_overflows(Func *f, Type type, Ref a, Ref b, Ref product)
{
    Ref zero = build_constant(f->b, 0);
    Ref is_zero = emit(f, OP_EQ, type, a, zero);
    Ref divisor = emit(f, OP_OR, type, a, func_convert(f, is_zero, TYPE_U1, type));
    Ref differs = emit(f, OP_NE, type, emit(f, OP_DIV, type, product, divisor), b);
    Ref overflows = emit(f, OP_AND, TYPE_U1, differs, emit(f, OP_EQ, TYPE_U1, is_zero, zero));
    if (type.kind == TYPE_UNSIGNED)
        return overflows;
    Ref minus = emit(f, OP_EQ, type, a, func_constant(f, type, UINT64_MAX));
    Ref least = emit(f, OP_EQ, type, b, func_constant(f, type, (uint64_t)INT64_MIN));
    return emit(f, OP_OR, TYPE_U1, overflows, emit(f, OP_AND, TYPE_U1, minus, least));
}

static Ref overflows(Func *f, Op op, Type type, Ref a, Ref b, Ref result)
{
    Type wide = {type.kind, 64};
    if (op == OP_MUL && type.bits == 64)
        return product_overflows(f, type, a, b, result);
    if (op == OP_MUL) {
        Ref product =
            emit(f, OP_MUL, wide, func_convert(f, a, type, wide), func_convert(f, b, type, wide));
        return emit(f, OP_NE, wide, product, func_convert(f, result, type, wide));
    }
    if (type.kind == TYPE_UNSIGNED)
        return op == OP_ADD ? emit(f, OP_LT, type, result, a) : emit(f, OP_LT, type, a, b);
    Ref x = emit(f, OP_XOR, type, a, op == OP_ADD ? result : b);
    Ref y = emit(f, OP_XOR, type, op == OP_ADD ? b : a, result);
    return emit(f, OP_LT, type, emit(f, OP_AND, type, x, y), build_constant(f->b, 0));
}

/* llvm.sadd.with.overflow.i32 and its relatives: the result, and whether it does not fit. */
static void with_overflow(Func *f, const Call *call)
{
    const char *name = call->name + strlen("llvm.");
    Type type = type_scalar(LLVMTypeOf(call->args[0]));
    Op op = name[1] == 'a' ? OP_ADD : name[1] == 's' ? OP_SUB : OP_MUL;
    if (type.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "arithmetic on %s",
                  type_refusal(f->u, LLVMTypeOf(call->args[0])));
        return;
    }
    if (name[0] == 'u')
        type.kind = TYPE_UNSIGNED;
    Ref a = func_use(f, call->args[0], type), b = func_use(f, call->args[1], type);
    if (a < 0) { /* operands of conversions are registers */
        Ref copied = func_temporary(f, type);
        func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = copied, .a = a});
        a = copied;
    }
    if (b < 0) {
        Ref copied = func_temporary(f, type);
        func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = copied, .a = b});
        b = copied;
    }
    Ref result = emit(f, op, type, a, b), bit = overflows(f, op, type, a, b, result);
    Ref pair = func_temporary(f, type), second = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = pair, .a = result});
    func_emit(f, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = second, .a = bit});
    func_add_slot(f, call->result, (Slot){.kind = SLOT_REGISTERS, .first = pair, .count = 2});
}

/* The least number has no absolute value, unless numbers wrap around (-fwrapv). */
static void check_least(Func *f, Type type, Ref number)
{
    Label good = build_label(f->b), bad = build_label(f->b);
    Ref least =
        emit(f, OP_EQ, type, number, func_constant(f, type, (uint64_t)1 << (type.bits - 1)));
    func_emit(f, (Instr){.op = OP_BRANCH, .a = least, .target = bad, .other = good});
    func_place(f, bad);
    func_fail(f, ERR_UNDEFINED, "the absolute value of the least number does not fit its type");
    func_place(f, good);
}

static void absolute(Func *f, const Call *call)
{
    Type type = type_scalar(LLVMTypeOf(call->result));
    Ref dst = func_temporary(f, type), negative = func_temporary(f, TYPE_U1);
    Label negate = build_label(f->b), done = build_label(f->b);
    if (type.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "an absolute value of %s",
                  type_refusal(f->u, LLVMTypeOf(call->result)));
        return;
    }
    Ref a = func_use(f, call->args[0], type), zero = build_constant(f->b, 0);
    /* A float of -0 is not less than 0; the sum with 0 has no sign, and changes no other. */
    func_emit(f, (Instr){.op = OP_ADD, .type = type, .dst = dst, .a = a, .b = zero});
    func_emit(f, (Instr){.op = OP_LT, .type = type, .dst = negative, .a = dst, .b = zero});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = negative, .target = negate, .other = done});
    func_place(f, negate);
    bool wraps = type.kind == TYPE_SIGNED && LLVMIsNull(call->args[1]);
    if (type.kind == TYPE_SIGNED && !wraps && f->u->options->undefined && !func_is_lib(f->function))
        check_least(f, type, dst);
    func_emit(f, (Instr){.op = OP_NEG, .type = type, .dst = dst, .a = dst});
    func_place(f, done);
    func_add_slot(f, call->result, (Slot){.kind = SLOT_REGISTERS, .first = dst, .count = 1});
}

/* ---- floats ---- */

/* The classes of numbers, as LLVM counts them; the negative ones, from the infinite one on, have
 * their counterparts at the other end. */
enum { CLASS_NAN = 3, CLASS_INFINITE = 2, CLASS_NORMAL, CLASS_SMALL, CLASS_ZERO, CLASS_COUNT = 10 };

static Ref float_constant(Func *f, Type type, double d)
{
    float single = (float)d;
    uint64_t bits = 0;
    if (type.bits == 32)
        memcpy(&bits, &single, sizeof single);
    else
        memcpy(&bits, &d, sizeof d);
    return build_constant(f->b, bits);
}

/* Is it in one of these classes of not negative numbers? */
static Ref in_classes(Func *f, Type type, Ref x, unsigned classes)
{
    bool single = type.bits == 32;
    Ref zero = float_constant(f, type, 0), infinite = float_constant(f, type, HUGE_VAL);
    Ref least = float_constant(f, type, single ? FLT_MIN : DBL_MIN), in = build_constant(f->b, 0);
    if (classes & 1 << CLASS_INFINITE)
        in = emit(f, OP_EQ, type, x, infinite);
    if (classes & 1 << CLASS_NORMAL)
        in = emit(f, OP_OR, TYPE_U1, in,
                  emit(f, OP_AND, TYPE_U1, emit(f, OP_LE, type, least, x),
                       emit(f, OP_LT, type, x, infinite)));
    if (classes & 1 << CLASS_SMALL)
        in = emit(f, OP_OR, TYPE_U1, in,
                  emit(f, OP_AND, TYPE_U1, emit(f, OP_LT, type, zero, x),
                       emit(f, OP_LT, type, x, least)));
    if (classes & 1 << CLASS_ZERO) { /* of -0 it is less than 0; of the smallest numbers infinite */
        Ref inverse = emit(f, OP_DIV, type, float_constant(f, type, 1), x);
        in = emit(f, OP_OR, TYPE_U1, in,
                  emit(f, OP_AND, TYPE_U1, emit(f, OP_EQ, type, x, zero),
                       emit(f, OP_EQ, type, inverse, infinite)));
    }
    return in;
}

/* isnan, isinf, isfinite, isnormal: what was asked for is a set of classes. */
static void is_class(Func *f, const Call *call)
{
    Type type = type_scalar(LLVMTypeOf(call->args[0]));
    unsigned asked = (unsigned)LLVMConstIntGetZExtValue(call->args[1]), plus = 0;
    bool quiet_alone = (asked & CLASS_NAN) && (asked & CLASS_NAN) != CLASS_NAN;
    if (type.kind != TYPE_FLOAT || quiet_alone) {
        func_fail(f, ERR_UNSUPPORTED, "the class of %s",
                  quiet_alone ? "what is no number, quiet or signaling"
                              : type_refusal(f->u, LLVMTypeOf(call->args[0])));
        return;
    }
    for (unsigned k = CLASS_INFINITE; k <= CLASS_ZERO; k++)
        plus |= asked >> (CLASS_COUNT + 1 - k) & 1 ? 1u << k : 0;
    Ref x = func_use(f, call->args[0], type), minus = func_temporary(f, type);
    func_emit(f, (Instr){.op = OP_NEG, .type = type, .dst = minus, .a = x});
    Ref in =
        emit(f, OP_OR, TYPE_U1, in_classes(f, type, x, plus), in_classes(f, type, minus, asked));
    if (asked & CLASS_NAN)
        in = emit(f, OP_OR, TYPE_U1, in, emit(f, OP_NE, type, x, x));
    func_alias(f, call->result, in, TYPE_U1);
}

/* ctpop, ctlz, cttz: a loop over the bits.  Each turn takes one bit off `rest`; counting stops at
 * the first one that is set (ctlz, cttz) or when nothing is left (ctpop). */
static void count_bits(Func *f, const Call *call)
{
    bool all = strncmp(call->name, "llvm.ctpop", 10) == 0;
    bool from_top = strncmp(call->name, "llvm.ctlz", 9) == 0;
    Type plain = type_scalar(LLVMTypeOf(call->result)), type = {TYPE_UNSIGNED, plain.bits};
    if (plain.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "bits are counted of %s",
                  type_refusal(f->u, LLVMTypeOf(call->result)));
        return;
    }
    Ref rest = func_temporary(f, type), count = func_temporary(f, type);
    Ref bit = func_temporary(f, type), set = func_temporary(f, TYPE_U1);
    Ref one = build_constant(f->b, 1), zero = build_constant(f->b, 0);
    Ref mask = from_top ? func_constant(f, type, (uint64_t)1 << (type.bits - 1)) : one;
    Label loop = build_label(f->b), turn = build_label(f->b), done = build_label(f->b);
    Ref argument = func_use(f, call->args[0], type);
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = rest, .a = argument});
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = count, .a = zero});
    if (!all)
        undefined_check_count(f, call->args[0], call->args[1], rest);
    func_place(f, loop);
    func_emit(f, (Instr){.op = OP_AND, .type = type, .dst = bit, .a = rest, .b = mask});
    if (all) {
        func_emit(f, (Instr){.op = OP_ADD, .type = type, .dst = count, .a = count, .b = bit});
        func_emit(f, (Instr){.op = OP_SHR, .type = type, .dst = rest, .a = rest, .b = one});
        func_emit(f, (Instr){.op = OP_EQ, .type = type, .dst = set, .a = rest, .b = zero});
        func_emit(f, (Instr){.op = OP_BRANCH, .a = set, .target = done, .other = loop});
        (void)turn;
    } else {
        Ref full = func_constant(f, type, type.bits);
        func_emit(f, (Instr){.op = OP_NE, .type = type, .dst = set, .a = bit, .b = zero});
        func_emit(f, (Instr){.op = OP_BRANCH, .a = set, .target = done, .other = turn});
        func_place(f, turn);
        func_emit(
            f,
            (Instr){
                .op = from_top ? OP_SHL : OP_SHR, .type = type, .dst = rest, .a = rest, .b = one});
        func_emit(f, (Instr){.op = OP_ADD, .type = type, .dst = count, .a = count, .b = one});
        func_emit(f, (Instr){.op = OP_EQ, .type = type, .dst = set, .a = count, .b = full});
        func_emit(f, (Instr){.op = OP_BRANCH, .a = set, .target = done, .other = loop});
    }
    func_place(f, done);
    func_add_slot(f, call->result, (Slot){.kind = SLOT_REGISTERS, .first = count, .count = 1});
}

static void swap_bytes(Func *f, const Call *call)
{
    Type plain = type_scalar(LLVMTypeOf(call->result)), type = {TYPE_UNSIGNED, plain.bits};
    if (plain.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "bytes are swapped of %s",
                  type_refusal(f->u, LLVMTypeOf(call->result)));
        return;
    }
    Ref rest = func_use(f, call->args[0], type), sum = build_constant(f->b, 0);
    for (unsigned k = 0; k < type.bits / 8u; k++) {
        Ref byte = emit(f, OP_AND, type, rest, func_constant(f, type, 0xff));
        sum = emit(f, OP_OR, type, emit(f, OP_SHL, type, sum, build_constant(f->b, 8)), byte);
        rest = emit(f, OP_SHR, type, rest, build_constant(f->b, 8));
    }
    func_alias(f, call->result, sum, type);
}

static void fence_all(Func *f, const Call *call)
{
    (void)call;
    atomic_emit_fence(f, LLVMAtomicOrderingSequentiallyConsistent);
}

static void fence_acquire(Func *f, const Call *call)
{
    (void)call;
    atomic_emit_fence(f, LLVMAtomicOrderingAcquire);
}

static void fence_release(Func *f, const Call *call)
{
    (void)call;
    atomic_emit_fence(f, LLVMAtomicOrderingRelease);
}

typedef struct Intrinsic {
    const char *prefix; /* of its name; the rest says the types */
    Handler *lower;
} Intrinsic;
static const Intrinsic table[] = {
    {"llvm.abs.", absolute},
    {"llvm.assume", nothing},
    {"llvm.bswap.", swap_bytes},
    {"llvm.ctlz.", count_bits},
    {"llvm.ctpop.", count_bits},
    {"llvm.cttz.", count_bits},
    {"llvm.dbg.", nothing},
    {"llvm.debugtrap", trap},
    {"llvm.expect.", first_argument},
    {"llvm.fabs.", absolute},
    {"llvm.frameaddress", null_pointer},
    {"llvm.invariant.", nothing},
    {"llvm.is.constant.", is_constant},
    {"llvm.is.fpclass.", is_class},
    {"llvm.launder.invariant.group", first_argument},
    {"llvm.lifetime.end", end_scope},
    {"llvm.lifetime.start", begin_scope},
    {"llvm.memcpy.", copy_apart},
    {"llvm.memmove.", copy},
    {"llvm.memset.", fill},
    {"llvm.objectsize.", object_size},
    {"llvm.prefetch", nothing},
    {"llvm.ptr.annotation", first_argument},
    {"llvm.ptrmask.", mask_pointer},
    {"llvm.returnaddress", null_pointer},
    {"llvm.sadd.with.overflow.", with_overflow},
    {"llvm.smul.with.overflow.", with_overflow},
    {"llvm.ssub.with.overflow.", with_overflow},
    {"llvm.stackrestore", restore_stack},
    {"llvm.stacksave", null_pointer},
    {"llvm.strip.invariant.group", first_argument},
    {"llvm.threadlocal.address", thread_local_address},
    {"llvm.trap", trap},
    {"llvm.uadd.with.overflow.", with_overflow},
    {"llvm.ubsantrap", trap},
    {"llvm.umul.with.overflow.", with_overflow},
    {"llvm.usub.with.overflow.", with_overflow},
    {"llvm.va_copy", copy_list},
    {"llvm.va_end", nothing},
    {"llvm.va_start", start_list},
    {"llvm.var.annotation", nothing},
    {"llvm.x86.sse.sfence", fence_release},
    {"llvm.x86.sse2.lfence", fence_acquire},
    {"llvm.x86.sse2.mfence", fence_all},
    {"llvm.x86.sse2.pause", nothing},
};

/* What the programmer wrote: `llvm.bitreverse.i32` is __builtin_bitreverse32,
 * `llvm.x86.aesni.aesenc` a builtin of the processor. */
static const char *builtin_name(Func *f, const Call *call)
{
    static const char *const processors[] = {"x86.", "aarch64.", "arm."};
    const char *name = call->name + strlen("llvm.");
    bool processor = false;
    for (size_t k = 0; k < sizeof processors / sizeof *processors && !processor; k++) {
        processor = strncmp(name, processors[k], strlen(processors[k])) == 0;
        if (processor)
            name += strlen(processors[k]);
    }
    char *text = arena_copy(&f->u->arena, name, strlen(name));
    char *type = strrchr(text, '.');
    if (type && strchr("ifpvn", type[1]) && !processor)
        *type = 0;
    for (char *p = text; *p; p++)
        *p = *p == '.' ? '_' : *p;
    return arena_print(&f->u->arena,
                       processor ? "an instruction of the processor (the intrinsic function %s)"
                                 : "a builtin function of the compiler (__builtin_%s)",
                       text);
}

void intrinsic_call(Func *f, const Call *call)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (strncmp(call->name, table[k].prefix, strlen(table[k].prefix)) == 0) {
            table[k].lower(f, call);
            return;
        }
    func_fail(f, ERR_UNSUPPORTED, "%s, which heddle does not know: write it in C",
              builtin_name(f, call));
}

/* ---- functions of <math.h> ---- */

void known_math(Func *f, const Call *call)
{
    Type type = func_type(f, call->args[1]);
    Ref dst = func_temporary(f, type);
    func_emit(f, (Instr){.op = OP_MATH,
                         .type = type,
                         .dst = dst,
                         .other = build_string(f->b, known_string(f, call->args[0], "")),
                         .a = func_use(f, call->args[1], type),
                         .b = func_use(f, call->args[2], type)});
    known_result(f, call, dst, type);
}
