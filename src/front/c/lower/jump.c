/* jump.c -- setjmp and longjmp; see func.h.
 *
 * A function that calls setjmp has an object, its mark, which tells whether it has ended.  setjmp
 * writes into the context which mark and which call it is; longjmp (lib/jump.c) writes the call and the value into
 * the mark, and throws.  Every call in such a function has a handler: if the mark names a call of
 * setjmp, control goes on behind that, and if not the function ends and the jump goes on.
 *
 * What is local to the function, not volatile, and was written since is indeterminate then (C11
 * 7.13.2.1): a flag for each such variable and each call of setjmp tells. */
#include "front/c/lower/func.h"

enum { MARK_SITE = 0, MARK_VALUE = 4, MARK_ENDED = 8, MARK_BYTES = 12 }; /* as in lib/jump.c */

/* A variable that is indeterminate if it was written, or an object that may have ended or begun. */
typedef struct JumpLocal {
    LLVMValueRef alloca;
    Ref saved; /* of a register: was it written?  Of an object: what it was. */
} JumpLocal;

typedef struct Site {
    LLVMValueRef call;
    Label lands, behind;
    Ref result;
    VEC(JumpLocal) locals;
} Site;

struct Jumps {
    Ref mark;
    VEC(Site) sites;
};

static bool is_setjmp(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    size_t len;
    if (!callee || !LLVMIsAFunction(callee))
        return false;
    const char *name = LLVMGetValueName2(callee, &len);
    return strcmp(name, "_setjmp") == 0 || strcmp(name, "setjmp") == 0 ||
           strcmp(name, "__sigsetjmp") == 0;
}

/* In preprocessed files that of pthread_cleanup_push: nobody jumps back there. */
static bool is_cleanup(LLVMValueRef function, Unit *u)
{
    LLVMValueRef with = LLVMGetNamedFunction(u->module, "__pthread_register_cancel");
    for (LLVMUseRef use = with ? LLVMGetFirstUse(with) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) &&
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function)
            return true;
    }
    return false;
}

bool jump_happens(const Unit *u)
{
    LLVMValueRef jump = LLVMGetNamedFunction(u->module, "__heddle_jump");
    return jump && map_get(&u->reached, jump);
}

static void find_locals(Func *f, Site *site)
{
    for (size_t n = 0; n < f->blocks.len; n++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(f->blocks.at[n].block); i;
             i = LLVMGetNextInstruction(i)) {
            const Slot *slot = LLVMIsAAllocaInst(i) ? func_slot(f, i) : NULL;
            if (!slot || (slot->kind == SLOT_VARIABLE && !slot->declare))
                continue;
            Ref saved = func_temporary(f, slot->kind == SLOT_VARIABLE ? TYPE_U1 : TYPE_POINTER);
            vec_push(&site->locals, ((JumpLocal){i, saved}));
        }
}

void jump_begin(Func *f)
{
    if (!jump_happens(f->u) || func_is_lib(f->function) || is_cleanup(f->function, f->u))
        return;
    for (size_t n = 0; n < f->blocks.len; n++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(f->blocks.at[n].block); i;
             i = LLVMGetNextInstruction(i)) {
            if (!is_setjmp(i))
                continue;
            if (!f->jumps)
                f->jumps = arena_array(&f->u->arena, struct Jumps, 1),
                *f->jumps = (struct Jumps){0};
            Site site = {.call = i, .lands = build_label(f->b), .behind = build_label(f->b)};
            site.result = func_temporary(f, TYPE_S32);
            find_locals(f, &site);
            vec_push(&f->jumps->sites, site);
        }
    if (!f->jumps)
        return;
    f->jumps->mark = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_ALLOC,
                         .flags = FLAG_ZERO,
                         .dst = f->jumps->mark,
                         .other = layout_hidden(f->u),
                         .b = build_constant(f->b, MARK_BYTES)});
}

void jump_free(Func *f)
{
    if (!f->jumps)
        return;
    vec_each (Site, site, &f->jumps->sites)
        vec_free(&site->locals);
    vec_free(&f->jumps->sites);
}

static void move(Func *f, Type type, Ref to, Ref from)
{
    func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = to, .a = from});
}

/* The context has the mark, the number of the call and that of the thread. */
static void store_context(Func *f, const Call *call, uint32_t number)
{
    LLVMValueRef pointer = call->args[0],
                 save = LLVMGetNamedFunction(f->u->module, "__heddle_jump_save");
    Ref self = func_temporary(f, TYPE_THREAD);
    int32_t word = (int32_t)f->u->program->pointer_bytes;
    Ref operands[] = {func_use(f, pointer, TYPE_POINTER),
                      call->count > 1 ? known_argument(f, call->args[1], TYPE_S32)
                                      : build_constant(f->b, 0)};
    memory_point(f, pointer, false);
    func_emit(f, (Instr){.op = OP_CALL,
                         .other = global_proc(f->u, save),
                         .list = build_list(f->b, operands, 2)});
    Place place = memory_place(f, pointer);
    func_emit(f, (Instr){.op = OP_SELF, .dst = self});
    func_emit(f, (Instr){.op = OP_STORE,
                         .type = TYPE_POINTER,
                         .a = place.base,
                         .offset = place.offset,
                         .b = f->jumps->mark});
    func_emit(f, (Instr){.op = OP_STORE,
                         .type = TYPE_U32,
                         .a = place.base,
                         .offset = place.offset + word,
                         .b = build_constant(f->b, number)});
    func_emit(f, (Instr){.op = OP_STORE,
                         .type = TYPE_U32,
                         .a = place.base,
                         .offset = place.offset + word + 4,
                         .b = func_convert(f, self, TYPE_THREAD, TYPE_U32)});
}

void jump_mark(Func *f, const Call *call)
{
    if (!f->jumps) {
        known_result(f, call, build_constant(f->b, 0), TYPE_S32);
        return;
    }
    uint32_t number = 0;
    while (f->jumps->sites.at[number].call != call->result)
        number++;
    Site *site = &f->jumps->sites.at[number];
    store_context(f, call, number + 1);
    vec_each (JumpLocal, local, &site->locals) {
        const Slot *slot = func_slot(f, local->alloca);
        if (slot->kind == SLOT_VARIABLE)
            move(f, TYPE_U1, local->saved, build_constant(f->b, 0));
        else
            move(f, TYPE_POINTER, local->saved, slot->first);
    }
    move(f, TYPE_S32, site->result, build_constant(f->b, 0));
    func_place(f, site->behind);
    known_result(f, call, site->result, TYPE_S32);
}

void jump_written(Func *f, LLVMValueRef store)
{
    if (!f->jumps || LLVMGetVolatile(store))
        return;
    vec_each (Site, site, &f->jumps->sites)
        vec_each (JumpLocal, local, &site->locals)
            if (local->alloca == LLVMGetOperand(store, 1))
                move(f, TYPE_U1, local->saved, build_constant(f->b, 1));
}

/* A value that was never written. */
static void make_unwritten(Func *f, Ref to)
{
    Ref object = func_temporary(f, TYPE_POINTER);
    func_emit(f, (Instr){.op = OP_ALLOC,
                         .dst = object,
                         .other = layout_hidden(f->u),
                         .b = build_constant(f->b, 8)});
    func_emit(f, (Instr){.op = OP_LOAD, .type = func_register_type(f, to), .dst = to, .a = object});
    func_emit(f, (Instr){.op = OP_FREE, .a = object});
}

/* An object that has begun since ends, and one that has ended is no more. */
static void restore_object(Func *f, Ref object, Ref saved)
{
    Ref differs = func_temporary(f, TYPE_U1);
    Label other = build_label(f->b), done = build_label(f->b);
    func_emit(f,
              (Instr){.op = OP_NE, .type = TYPE_POINTER, .dst = differs, .a = object, .b = saved});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = differs, .target = other, .other = done});
    func_place(f, other);
    func_emit(f, (Instr){.op = OP_FREE, .a = object});
    move(f, TYPE_POINTER, object, saved);
    func_place(f, done);
}

static void land(Func *f, Site *site)
{
    Ref mark = f->jumps->mark;
    func_place(f, site->lands);
    func_emit(f, (Instr){.op = OP_POINT});
    func_emit(f, (Instr){.op = OP_STORE,
                         .type = TYPE_U32,
                         .a = mark,
                         .offset = MARK_SITE,
                         .b = build_constant(f->b, 0)});
    func_emit(
        f,
        (Instr){
            .op = OP_LOAD, .type = TYPE_S32, .dst = site->result, .a = mark, .offset = MARK_VALUE});
    vec_each (JumpLocal, local, &site->locals) {
        const Slot *slot = func_slot(f, local->alloca);
        Label written = build_label(f->b), done = build_label(f->b);
        if (slot->kind != SLOT_VARIABLE) {
            restore_object(f, slot->first, local->saved);
            continue;
        }
        func_emit(f, (Instr){.op = OP_BRANCH, .a = local->saved, .target = written, .other = done});
        func_place(f, written);
        make_unwritten(f, slot->first);
        func_place(f, done);
    }
    func_emit(f, (Instr){.op = OP_JUMP, .target = site->behind});
}

/* The function ends. */
void jump_end(Func *f)
{
    if (f->jumps)
        func_emit(f, (Instr){.op = OP_STORE,
                             .flags = FLAG_ATOMIC,
                             .type = TYPE_U32,
                             .a = f->jumps->mark,
                             .offset = MARK_ENDED,
                             .b = build_constant(f->b, 1)});
}

/* Behind OP_CAUGHT: does the jump end here? */
void jump_land(Func *f)
{
    if (!f->jumps)
        return;
    VEC(int32_t) cases = {0};
    Label passes = build_label(f->b);
    Ref number = func_temporary(f, TYPE_U32);
    func_emit(f, (Instr){.op = OP_LOAD,
                         .type = TYPE_U32,
                         .dst = number,
                         .a = f->jumps->mark,
                         .offset = MARK_SITE});
    for (uint32_t k = 0; k < f->jumps->sites.len; k++) {
        vec_push(&cases, func_constant(f, TYPE_U32, k + 1));
        vec_push(&cases, (int32_t)f->jumps->sites.at[k].lands);
    }
    func_emit(f, (Instr){.op = OP_SWITCH,
                         .type = TYPE_U32,
                         .a = number,
                         .target = passes,
                         .list = build_list(f->b, cases.at, cases.len)});
    vec_each (Site, site, &f->jumps->sites)
        land(f, site);
    func_place(f, passes);
    jump_end(f);
    vec_free(&cases);
}

void jump_throw(Func *f)
{
    func_emit(f, (Instr){.op = OP_THROW, .other = f->u->jump_exception});
    f->dead = true;
}

/* A handler that lets what it has caught go on. */
void jump_rethrow(Func *f, Ref caught)
{
    Ref jumps = func_temporary(f, TYPE_U1);
    Label jump = build_label(f->b), ends = build_label(f->b);
    if (jump_happens(f->u)) {
        func_emit(f, (Instr){.op = OP_EQ,
                             .type = TYPE_U32,
                             .dst = jumps,
                             .a = caught,
                             .b = build_constant(f->b, f->u->jump_exception)});
        func_emit(f, (Instr){.op = OP_BRANCH, .a = jumps, .target = jump, .other = ends});
        func_place(f, jump);
        jump_throw(f);
        func_place(f, ends);
    }
    func_emit(f, (Instr){.op = OP_THROW, .other = f->u->exit_exception});
    f->dead = true;
}

/* Where a thread begins: only its end comes here.  A jump does where a call that it ends stands in
 * an atomic region. */
void jump_refuse(Unit *u, Builder *b, Ref caught)
{
    if (!jump_happens(u))
        return;
    Ref jumps = build_register(b, NULL, TYPE_U1);
    Label fails = build_label(b), ends = build_label(b);
    build_emit(b, (Instr){.op = OP_EQ,
                          .type = TYPE_U32,
                          .dst = jumps,
                          .a = caught,
                          .b = build_constant(b, u->jump_exception)});
    build_emit(b, (Instr){.op = OP_BRANCH, .a = jumps, .target = fails, .other = ends});
    build_place(b, fails);
    build_emit(b, (Instr){.op = OP_FAIL,
                          .offset = ERR_UNSUPPORTED,
                          .other = build_string(b, "longjmp out of an atomic region is not "
                                                   "followed: end the region first")});
    build_place(b, ends);
}
