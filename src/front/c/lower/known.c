/* known.c -- functions that become instructions, by the table known.def; see func.h. */
#include "front/c/driver/driver.h"
#include "front/c/lower/func.h"
#include "front/c/lower/reach.h"
#include "front/c/input/usage.h"

static const Type wide = {TYPE_UNSIGNED, 64};

void known_result(Func *f, const Call *call, Ref ref, Type type)
{
    if (!call->result) {
        f->made_result = ref;
        return;
    }
    if (ref < 0)
        func_alias(f, call->result, ref, type);
    else
        func_add_slot(f, call->result, (Slot){.kind = SLOT_REGISTERS, .first = ref, .count = 1});
}

/* An integer argument, whatever its width, as a type of 64 bits. */
Ref known_argument(Func *f, LLVMValueRef value, Type want)
{
    Type natural = func_type(f, value);
    if (LLVMIsAConstantInt(value))
        return func_use(f, value, want);
    return func_convert(f, func_use(f, value, natural), natural, want);
}

static Ref condition_argument(Func *f, LLVMValueRef value)
{
    Type type = func_type(f, value);
    if (type.bits == 1 && type.kind == TYPE_UNSIGNED)
        return func_use(f, value, TYPE_U1);
    Ref dst = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_NE,
                         .type = type,
                         .dst = dst,
                         .a = func_use(f, value, type),
                         .b = build_constant(f->b, 0)});
    return dst;
}

const char *known_string(Func *f, LLVMValueRef value, const char *otherwise)
{
    const char *text = global_string(f->u, value);
    return text ? text : otherwise;
}

/* Locks. */

static void lock(Func *f, const Call *call, Op op, uint16_t flags)
{
    Label head = 0;
    if (op == OP_ACQUIRE)
        head = func_head(f);
    else
        func_point(f);
    Place place = memory_place(f, call->args[0]);
    Instr instr = {
        .op = (uint8_t)op, .flags = flags, .a = place.base, .offset = place.offset, .target = head};
    if (op == OP_TRYACQUIRE)
        instr.dst = func_temporary(f, TYPE_U1);
    func_emit(f, instr);
    if (op == OP_TRYACQUIRE)
        known_result(f, call, instr.dst, TYPE_U1);
}

static void known_acquire(Func *f, const Call *call)
{
    lock(f, call, OP_ACQUIRE, 0);
}

static void known_acquire_exclusive(Func *f, const Call *call)
{
    lock(f, call, OP_ACQUIRE, FLAG_RW);
}

static void known_acquire_shared(Func *f, const Call *call)
{
    lock(f, call, OP_ACQUIRE, FLAG_RW | FLAG_SHARED);
}

static void known_release(Func *f, const Call *call)
{
    lock(f, call, OP_RELEASE, 0);
}

static void known_release_exclusive(Func *f, const Call *call)
{
    lock(f, call, OP_RELEASE, FLAG_RW);
}

static void known_release_shared(Func *f, const Call *call)
{
    lock(f, call, OP_RELEASE, FLAG_RW | FLAG_SHARED);
}

static void known_try(Func *f, const Call *call)
{
    lock(f, call, OP_TRYACQUIRE, 0);
}

static void known_try_exclusive(Func *f, const Call *call)
{
    lock(f, call, OP_TRYACQUIRE, FLAG_RW);
}

static void known_try_shared(Func *f, const Call *call)
{
    lock(f, call, OP_TRYACQUIRE, FLAG_RW | FLAG_SHARED);
}

static void holds(Func *f, const Call *call, uint16_t flags)
{
    func_point(f);
    Place place = memory_place(f, call->args[0]);
    Ref self = func_temporary(f, TYPE_THREAD), dst = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_SELF, .dst = self});
    func_emit(f, (Instr){.op = OP_HELD,
                         .flags = flags,
                         .dst = dst,
                         .b = self,
                         .a = place.base,
                         .offset = place.offset});
    known_result(f, call, dst, TYPE_U1);
}

static void known_holds(Func *f, const Call *call)
{
    holds(f, call, 0);
}

static void known_holds_exclusive(Func *f, const Call *call)
{
    holds(f, call, FLAG_RW);
}

static void known_holds_shared(Func *f, const Call *call)
{
    holds(f, call, FLAG_RW | FLAG_SHARED);
}

/* In access predicates: about the thread in register 0.  The argument is a variable of the type of
 * a pointer to the lock. */
static Ref predicate_lock(Func *f, const Call *call, const char *what, bool shared, bool *is_rw)
{
    Unit *u = f->u;
    LLVMValueRef argument = call->args[0];
    const Slot *slot = LLVMIsALoadInst(argument) ? func_slot(f, LLVMGetOperand(argument, 0)) : NULL;
    LLVMMetadataRef type = slot && slot->declare ? debug_variable_type(u, slot->declare) : NULL;
    bool rw = false;
    type = type ? debug_pointee(u, type) : NULL;
    if ((!f->pure && !f->ghost) || !type || !predicate_is_lock(u, type, &rw) || (shared && !rw)) {
        const char *name = type ? debug_type_name(u, type) : "";
        diag_error(u->diag, f->b->pos, "%s needs a %s%s%s", what,
                   shared ? "reader-writer lock" : "mutex, a spin lock or a reader-writer lock",
                   *name ? "; this is of type " : "", name);
    }
    *is_rw = rw;
    return func_use(f, argument, TYPE_POINTER);
}

/* The thread that an annotation is about: in a ghost assignment the one that runs. */
static Ref own_thread(Func *f)
{
    Ref own = f->pure ? 0 : func_temporary(f, TYPE_THREAD);
    if (!f->pure)
        func_emit(f, (Instr){.op = OP_SELF, .dst = own});
    return own;
}

static void predicate_holds(Func *f, const Call *call, uint16_t mode)
{
    bool rw;
    Ref lock = predicate_lock(f, call, mode ? "reads" : "holds", mode, &rw);
    Ref dst = func_temporary(f, TYPE_U1), own = own_thread(f);
    func_emit(f, (Instr){.op = OP_HELD,
                         .flags = (uint16_t)(mode | (rw ? FLAG_RW : 0) | (f->old ? FLAG_OLD : 0)),
                         .dst = dst,
                         .a = lock,
                         .b = own});
    known_result(f, call, dst, TYPE_U1);
}

static void known_lock_held(Func *f, const Call *call)
{
    predicate_holds(f, call, 0);
}

static void known_lock_read(Func *f, const Call *call)
{
    predicate_holds(f, call, FLAG_SHARED);
}

/* Does nobody hold it?  (Of a reader-writer lock: for writing.) */
static void known_lock_free(Func *f, const Call *call)
{
    bool rw;
    Ref lock = predicate_lock(f, call, "unlocked", false, &rw);
    Ref owner = func_temporary(f, TYPE_THREAD), dst = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_LOAD,
                         .type = TYPE_THREAD,
                         .flags = f->old ? FLAG_OLD : 0,
                         .dst = owner,
                         .a = lock});
    func_emit(f, (Instr){.op = OP_EQ,
                         .type = TYPE_THREAD,
                         .dst = dst,
                         .a = owner,
                         .b = build_constant(f->b, 0)});
    known_result(f, call, dst, TYPE_U1);
}

/* In actions: what is read between them is as it was before the action. */
static void known_old_begin(Func *f, const Call *call)
{
    (void)call;
    f->old++;
}

static void known_old_end(Func *f, const Call *call)
{
    (void)call;
    f->old--;
}

/* The number of the thread that an access predicate is about, as pthread_self gives it. */
static void known_tid(Func *f, const Call *call)
{
    Ref dst = func_temporary(f, TYPE_U32), own = own_thread(f);
    func_emit(f,
              (Instr){.op = OP_CAST, .type = TYPE_U32, .from = TYPE_THREAD, .dst = dst, .a = own});
    known_result(f, call, dst, TYPE_U32);
}

/* Threads. */

static void known_fork(Func *f, const Call *call)
{
    if (!LLVMIsAFunction(call->args[0])) {
        func_fail(f, ERR_UNSUPPORTED, "a thread that begins with an unknown function");
        return;
    }
    Ref operands[] = {func_use(f, call->args[1], TYPE_POINTER),
                      func_use(f, call->args[2], TYPE_POINTER)};
    Ref tid = func_temporary(f, TYPE_THREAD), number = func_temporary(f, TYPE_U32);
    func_point(f);
    func_emit(f, (Instr){.op = OP_FORK,
                         .dst = tid,
                         .other = global_proc(f->u, call->args[0]),
                         .list = build_list(f->b, operands, 2)});
    func_emit(
        f, (Instr){.op = OP_CAST, .type = TYPE_U32, .from = TYPE_THREAD, .dst = number, .a = tid});
    known_result(f, call, number, TYPE_U32);
}

static void known_post(Func *f, const Call *call)
{
    if (!LLVMIsAFunction(call->args[0])) {
        func_fail(f, ERR_UNSUPPORTED, "a task that begins with an unknown function");
        return;
    }
    Ref operands[] = {func_use(f, call->args[1], TYPE_POINTER),
                      func_use(f, call->args[2], TYPE_POINTER)};
    func_point(f);
    if (!f->dead)
        build_post(f->b, &f->u->bags, global_proc(f->u, call->args[0]), operands, 2);
}

static Ref thread_argument(Func *f, LLVMValueRef value)
{
    Ref number = func_use(f, value, TYPE_U32);
    return number < 0 ? number : func_convert(f, number, TYPE_U32, TYPE_THREAD);
}

static void known_join(Func *f, const Call *call)
{
    Ref thread = thread_argument(f, call->args[0]);
    Label head = func_head(f);
    func_emit(f, (Instr){.op = OP_JOIN, .a = thread, .target = head});
}

static void known_result_of(Func *f, const Call *call)
{
    Ref dst = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_RESULT, .dst = dst, .a = thread_argument(f, call->args[0])});
    known_result(f, call, dst, TYPE_POINTER);
}

static void known_self(Func *f, const Call *call)
{
    Ref self = func_temporary(f, TYPE_THREAD);
    func_emit(f, (Instr){.op = OP_SELF, .dst = self});
    known_result(f, call, func_convert(f, self, TYPE_THREAD, TYPE_U32), TYPE_U32);
}

static void known_fell(Func *f, const Call *call)
{
    known_result(f, call, f->fell ? f->fell : build_constant(f->b, 0), TYPE_U1);
}

static void known_end_thread(Func *f, const Call *call)
{
    if (f->dead)
        return;
    global_keep_result(f->u, f->b, func_use(f, call->args[0], TYPE_POINTER));
    func_emit(f, (Instr){.op = OP_THROW, .other = f->u->exit_exception});
    f->dead = true;
}

static void known_end_program(Func *f, const Call *call)
{
    (void)call;
    func_point(f);
    func_emit(f, (Instr){.op = OP_ASSUME, .a = build_constant(f->b, 0)});
    func_emit(f, (Instr){.op = OP_FAIL, .offset = ERR_UNSUPPORTED});
    f->dead = true;
}

/* Actions. */

static void known_point(Func *f, const Call *call)
{
    (void)call;
    func_point(f);
}

static void known_atomic_begin(Func *f, const Call *call)
{
    (void)call;
    func_point(f);
    func_emit(f, (Instr){.op = OP_ATOMIC});
    f->depth++;
}

static void known_wait_begin(Func *f, const Call *call)
{
    (void)call;
    if (!f->depth)
        f->wait_head = func_head(f);
    func_emit(f, (Instr){.op = OP_ATOMIC});
    f->depth++;
}

static void known_atomic_end(Func *f, const Call *call)
{
    (void)call;
    if (f->depth <= f->atomic) {
        func_fail(f, ERR_UNSUPPORTED,
                  "the end of an atomic region that did not begin: __VERIFIER_atomic_begin is "
                  "missing before");
        return;
    }
    func_emit(f, (Instr){.op = OP_END});
    f->depth--;
}

static void known_wait(Func *f, const Call *call)
{
    Ref ready = condition_argument(f, call->args[0]);
    Label next = build_label(f->b), head = func_head(f);
    int32_t guards[] = {ready, (int32_t)next};
    func_emit(f, (Instr){.op = OP_SELECT, .list = build_list(f->b, guards, 2), .target = head});
    func_place(f, next);
}

/* Choices and errors. */

static void known_choose(Func *f, const Call *call)
{
    Ref low = known_argument(f, call->args[0], TYPE_S64);
    Ref high = known_argument(f, call->args[1], TYPE_S64);
    Ref dst = func_temporary(f, TYPE_S64);
    func_emit(f, (Instr){.op = OP_CHOOSE, .type = TYPE_S64, .dst = dst, .a = low, .b = high});
    known_result(f, call, dst, TYPE_S64);
}

/* Where the condition is false the call never returns: the thread stays there, and what it has done
 * before can be seen.  So the action ends first, unless nobody may see into it. */
static void known_assume(Func *f, const Call *call)
{
    Label stays = build_label(f->b), goes_on = build_label(f->b);
    func_emit(f, (Instr){.op = OP_BRANCH,
                         .a = condition_argument(f, call->args[0]),
                         .target = goes_on,
                         .other = stays});
    func_place(f, stays);
    func_emit(f, (Instr){.op = OP_POINT});
    func_emit(f, (Instr){.op = OP_ASSUME, .a = build_constant(f->b, 0)});
    func_place(f, goes_on);
}

static void known_assert(Func *f, const Call *call)
{
    func_emit(f, (Instr){.op = OP_ASSERT,
                         .a = condition_argument(f, call->args[0]),
                         .other = build_string(f->b, known_string(f, call->args[1], ""))});
}

/* Where nobody asks for it, it only ends the run, and others can see what was done before. */
static void assertion_point(Func *f)
{
    if (f->u->options->no_assert)
        func_point(f);
}

/* Of SV-COMP's properties only one is about it. */
static void known_reach_error(Func *f, const Call *call)
{
    CGoal goal = f->u->options->goal;
    assertion_point(f);
    if (goal == C_GOAL_ALL || goal == C_GOAL_REACH)
        func_fail(f, ERR_ASSERTION, "%s is called", call->name);
    else
        known_end_program(f, call);
}

static void known_assertion(Func *f, const Call *call)
{
    assertion_point(f);
    if (f->u->options->goal == C_GOAL_ALL)
        func_fail(f, ERR_ASSERTION, "assertion failed: %s", known_string(f, call->args[0], "?"));
    else
        known_end_program(f, call);
}

static void known_fail(Func *f, const Call *call)
{
    const char *key = known_string(f, call->args[0], "unsupported");
    const char *text = known_string(f, call->args[1], "");
    for (int error = 0; error < ERRORS; error++)
        if (strcmp(error_info[error].key, key) == 0) {
            func_fail(f, (ErrorKind)error, "%s", text);
            return;
        }
    func_fail(f, ERR_UNSUPPORTED, "%s (%s)", text, key);
}

static void known_doubt(Func *f, const Call *call)
{
    func_emit(f, (Instr){.op = OP_DOUBT,
                         .other = build_string(f->b, known_string(f, call->args[0], ""))});
}

/* Only in a search of its own, see ir/tries.h. */
static void known_may_fail(Func *f, const Call *call)
{
    if (f->u->options->sc) {
        known_result(f, call, build_constant(f->b, 0), TYPE_U1);
        return;
    }
    Ref fails = func_temporary(f, TYPE_U1);
    func_emit(f, (Instr){.op = OP_MOV,
                         .flags = FLAG_VAIN,
                         .type = TYPE_U1,
                         .dst = fails,
                         .a = build_constant(f->b, 0)});
    known_result(f, call, fails, TYPE_U1);
}

static void known_failed(Func *f, const Call *call)
{
    (void)call;
    func_emit(f, (Instr){.op = OP_DOUBT,
                         .flags = FLAG_ALL | FLAG_TRIED,
                         .other = build_string(f->b, "a try has failed")});
}

/* Nothing happens here.  Only models have abstractions, since these are believed. */
static void known_abstract(Func *f, const Call *call)
{
    Unit *u = f->u;
    if (!func_is_lib(f->function) || !LLVMIsAFunction(call->args[0]))
        diag_error(u->diag, f->b->pos, "only the models of heddle have abstractions");
    else if (u->options->all)
        u->program->procs.at[f->b->proc].abstract = global_proc(u, call->args[0]) + 1;
}

static void set_boolean(Func *f, const Call *call, bool value)
{
    known_result(f, call, build_constant(f->b, value), TYPE_U1);
}

static void known_option(Func *f, const Call *call)
{
    set_boolean(f, call, call->result && reach_answer(f->u, call->result) > 0);
}

static void known_witness(Func *f, const Call *call)
{
    uint32_t number = (uint32_t)LLVMConstIntGetZExtValue(call->args[0]);
    const char *label = predicate_witness(f->u, f->function, number);
    func_emit(f, (Instr){.op = OP_WITNESS, .other = build_string(f->b, label)});
}

/* An invariant is no part of the code around it; see invariant.c. */
static void known_invariant(Func *f, const Call *call)
{
    set_boolean(f, call, false);
}

static void known_ghost(Func *f, const Call *call)
{
    f->ghost = LLVMConstIntGetZExtValue(call->args[0]) != 0;
}

static void known_bound(Func *f, const Call *call)
{
    known_result(f, call, f->bound, f->bound_type);
}

static void known_quantified(Func *f, const Call *call)
{
    known_result(f, call, invariant_quantify(f, call->args), TYPE_U1);
}

static void known_each(Func *f, const Call *call)
{
    known_result(f, call, invariant_each(f, call->args[0]), TYPE_U1);
}

static void known_holds_always(Func *f, const Call *call)
{
    invariant_returns(f, call->args[0]);
}

/* Does anything depend on what the function returns that asks? */
static void known_matters(Func *f, const Call *call)
{
    bool seen = sort_is_seen(f->u, f->function);
    known_result(f, call, build_constant(f->b, seen), TYPE_U1);
}

static void known_trace(Func *f, const Call *call)
{
    VEC(Ref) operands = {0};
    if (!f->in_lib)
        func_point(f); /* it is shown at its own line */
    for (unsigned n = 1; n < call->count; n++)
        if (type_scalar(LLVMTypeOf(call->args[n])).kind != TYPE_VOID)
            vec_push(&operands, func_use(f, call->args[n], func_type(f, call->args[n])));
    func_emit(f, (Instr){.op = OP_TRACE,
                         .other = build_string(f->b, known_string(f, call->args[0], "")),
                         .list = build_list(f->b, operands.at, operands.len)});
    vec_free(&operands);
}

static void known_event(Func *f, const Call *call)
{
    event_lower(f, call);
}

static void known_setjmp(Func *f, const Call *call)
{
    jump_mark(f, call);
}

static void known_jump(Func *f, const Call *call)
{
    (void)call;
    jump_throw(f);
}

/* The heap. */

/* There is no memory: errno, if the program ever asks for it. */
static void emit_no_memory(Func *f, Ref dst)
{
    enum { NO_MEMORY = 12 }; /* ENOMEM */
    LLVMValueRef number = LLVMGetNamedFunction(f->u->module, "__errno_location");
    func_emit(
        f, (Instr){.op = OP_MOV, .type = TYPE_POINTER, .dst = dst, .a = build_constant(f->b, 0)});
    if (!number || LLVMIsDeclaration(number) || !reach_uses(f->u, "__errno_location"))
        return;
    Ref at = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_CALL,
                         .other = global_proc(f->u, number),
                         .dsts = build_list(f->b, &at, 1)});
    func_emit(f, (Instr){.op = OP_STORE,
                         .flags = FLAG_ATOMIC,
                         .type = TYPE_S32,
                         .a = at,
                         .b = build_constant(f->b, NO_MEMORY)});
}

/* A new object, of the type that it seems to be meant for, if its size is one or some of these;
 * none where it is too large (NO_REF: it is not). */
static void allocate(Func *f, const Call *call, Ref bytes, bool is_zero, Ref too_large)
{
    Unit *u = f->u;
    LLVMMetadataRef type = guess_type(f, call->result);
    uint64_t size = bytes < 0 ? u->program->constants.at[~bytes] : 0;
    if (type && size && size % debug_bytes(u, type))
        type = NULL;
    Ref dst = func_temporary(f, TYPE_POINTER);
    Label fails = build_label(f->b), works = build_label(f->b), done = build_label(f->b);
    bool may_fail = u->options->malloc_may_fail && !f->in_lib;
    if (may_fail && too_large == NO_REF) {
        too_large = func_temporary(f, TYPE_U1);
        func_emit(f, (Instr){.op = OP_CHOOSE,
                             .type = TYPE_U1,
                             .dst = too_large,
                             .a = build_constant(f->b, 0),
                             .b = build_constant(f->b, 1)});
    }
    may_fail = too_large != NO_REF;
    if (may_fail) {
        func_emit(f, (Instr){.op = OP_BRANCH, .a = too_large, .target = fails, .other = works});
        func_place(f, fails);
        emit_no_memory(f, dst);
        func_emit(f, (Instr){.op = OP_JUMP, .target = done});
        func_place(f, works);
    }
    func_emit(f, (Instr){.op = OP_ALLOC,
                         .flags = is_zero ? FLAG_ZERO : 0,
                         .dst = dst,
                         .other = f->in_lib && type ? layout_hidden(u) : layout_of_type(u, type),
                         .b = bytes});
    if (may_fail)
        func_place(f, done);
    known_result(f, call, dst, TYPE_POINTER);
}

static void known_malloc(Func *f, const Call *call)
{
    allocate(f, call, known_argument(f, call->args[0], TYPE_S64), false, NO_REF);
}

/* Does a product not fit?  A size that is known comes second; it is not zero. */
static Ref emit_too_large(Func *f, Ref count, Ref size, uint64_t known)
{
    uint64_t most = f->u->program->pointer_bytes == 4 ? INT32_MAX : INT64_MAX;
    Ref limit = build_constant(f->b, known ? most / known : 0);
    Ref too_large = func_temporary(f, TYPE_U1), zero = func_temporary(f, TYPE_U1);
    Label divides = build_label(f->b), done = build_label(f->b);
    if (!known) {
        limit = func_temporary(f, wide);
        func_emit(f, (Instr){.op = OP_MOV, .type = wide, .dst = limit, .a = count});
        func_emit(
            f,
            (Instr){
                .op = OP_EQ, .type = wide, .dst = zero, .a = size, .b = build_constant(f->b, 0)});
        func_emit(f, (Instr){.op = OP_BRANCH, .a = zero, .target = done, .other = divides});
        func_place(f, divides);
        func_emit(f, (Instr){.op = OP_DIV,
                             .type = wide,
                             .dst = limit,
                             .a = build_constant(f->b, most),
                             .b = size});
        func_place(f, done);
    }
    func_emit(f, (Instr){.op = OP_LT, .type = wide, .dst = too_large, .a = limit, .b = count});
    return too_large;
}

static uint64_t known_number(LLVMValueRef value)
{
    return LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
}

static void known_calloc(Func *f, const Call *call)
{
    uint64_t count = known_number(call->args[0]), size = known_number(call->args[1]), known;
    if (LLVMIsAConstantInt(call->args[0]) && LLVMIsAConstantInt(call->args[1]) &&
        !__builtin_mul_overflow(count, size, &known) && known <= INT32_MAX) {
        allocate(f, call, build_constant(f->b, known), true, NO_REF);
        return;
    }
    Ref a = known_argument(f, call->args[0], wide), b = known_argument(f, call->args[1], wide);
    Ref bytes = func_temporary(f, wide);
    Ref too_large = size ? emit_too_large(f, a, b, size) : emit_too_large(f, b, a, count);
    func_emit(f, (Instr){.op = OP_MUL, .type = wide, .dst = bytes, .a = a, .b = b});
    if (f->u->options->malloc_may_fail && !f->in_lib) {
        Ref fails = func_temporary(f, TYPE_U1);
        func_emit(f, (Instr){.op = OP_CHOOSE,
                             .type = TYPE_U1,
                             .dst = fails,
                             .a = build_constant(f->b, 0),
                             .b = build_constant(f->b, 1)});
        func_emit(
            f, (Instr){.op = OP_OR, .type = TYPE_U1, .dst = too_large, .a = too_large, .b = fails});
    }
    allocate(f, call, func_convert(f, bytes, wide, TYPE_S64), true, too_large);
}

static void known_alloc_zero(Func *f, const Call *call)
{
    allocate(f, call, known_argument(f, call->args[0], TYPE_S64), true, NO_REF);
}

static void known_free(Func *f, const Call *call)
{
    func_point(f);
    Ref object = func_use(f, call->args[0], TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_FREE, .flags = FLAG_CHECK, .a = object});
}

static void known_apart(Func *f, const Call *call)
{
    undefined_check_read(f, call->args);
}

static void known_size(Func *f, const Call *call)
{
    Ref dst = func_temporary(f, wide);
    func_point(f);
    func_emit(f,
              (Instr){.op = OP_LENGTH, .dst = dst, .a = func_use(f, call->args[0], TYPE_POINTER)});
    Type want = call->result ? type_scalar(LLVMTypeOf(call->result)) : wide;
    known_result(f, call, func_convert(f, dst, wide, want), want);
}

static void known_keeps(Func *f, const Call *call)
{
    known_result(f, call, atomic_keeps(f, call->args[0], call->args[1]), TYPE_U1);
}

typedef struct Known {
    const char *name;
    void (*lower)(Func *f, const Call *call);
    unsigned arguments;
    int depth;
} Known;
static const Known table[] = {
#define KNOWN(name, handler, arguments, depth) {#name, known_##handler, arguments, depth},
#include "front/c/lower/known.def"
#undef KNOWN
};
enum { KNOWN_FUNCTIONS = sizeof table / sizeof *table };

static const Known *find(const char *name)
{
    size_t low = 0, high = KNOWN_FUNCTIONS;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(table[middle].name, name);
        if (order == 0)
            return &table[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool known_call(Func *f, const Call *call)
{
    const Known *known = find(call->name);
    if (!known || call->count < known->arguments)
        return false;
    known->lower(f, call);
    return true;
}

bool known_goes_first(Unit *u, LLVMValueRef function)
{
    size_t len;
    const char *name = LLVMGetValueName2(function, &len);
    if (!find(name))
        return false;
    if (strcmp(name, "reach_error") == 0)
        return u->options->goal != C_GOAL_ALL;
    return func_is_lib(function);
}

bool known_only_tests(const char *name)
{
    const Known *known = find(name);
    return known && known->lower == known_assume;
}

bool known_is(const char *name)
{
    return find(name) || input_is(name);
}

int known_old_change(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
        return 0;
    size_t len;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(instruction), &len);
    return strcmp(name, "__heddle_old_begin") == 0 ? 1
           : strcmp(name, "__heddle_old_end") == 0 ? -1
                                                   : 0;
}

int known_depth_change(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction))
        return 0;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return 0;
    size_t len;
    const Known *known = find(LLVMGetValueName2(callee, &len));
    return known ? known->depth : 0;
}
