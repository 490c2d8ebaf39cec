/* global.c -- variables, functions and the start of the program; see unit.h.
 *
 * A function or variable is part of the program once something that is lowered names it. */
#include "front/c/lower/image.h"
#include "front/c/lower/func.h"

static const char *name_of(LLVMValueRef value)
{
    size_t len;
    return LLVMGetValueName2(value, &len);
}

static LLVMValueRef without_alias(LLVMValueRef value)
{
    while (LLVMIsAGlobalAlias(value))
        value = LLVMAliasGetAliasee(value);
    return value;
}

/* Constant pointers. */

static bool constant_offset(Unit *u, LLVMValueRef address, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(address); k++) {
        LLVMValueRef index = LLVMGetOperand(address, k);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t n = LLVMConstIntGetSExtValue(index);
        if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(u->data, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
            continue;
        }
        if (k > 1)
            type = LLVMGetElementType(type);
        *offset += n * (int64_t)type_size(u, type);
    }
    return true;
}

bool global_pointer(Unit *u, LLVMValueRef value, LLVMValueRef *base, int64_t *offset)
{
    *offset = 0;
    while (!LLVMIsAFunction(value) && !LLVMIsAGlobalVariable(value)) {
        value = without_alias(value);
        if (LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value))
            break;
        if (!LLVMIsAConstantExpr(value))
            return false;
        LLVMOpcode op = LLVMGetConstOpcode(value);
        if (op != LLVMBitCast && op != LLVMAddrSpaceCast &&
            (op != LLVMGetElementPtr || !constant_offset(u, value, offset)))
            return false;
        value = LLVMGetOperand(value, 0);
    }
    *base = value;
    return !LLVMIsAGlobalVariable(value) || !LLVMIsThreadLocal(value);
}

const char *global_string(Unit *u, LLVMValueRef value)
{
    LLVMValueRef base;
    int64_t offset;
    size_t len;
    if (!LLVMIsConstant(value) || !global_pointer(u, value, &base, &offset) ||
        !LLVMIsAGlobalVariable(base) || !LLVMIsGlobalConstant(base))
        return NULL;
    LLVMValueRef text = LLVMGetInitializer(base);
    if (text && LLVMIsNull(text))
        return "";
    if (!text || !LLVMIsAConstantDataArray(text) || !LLVMIsConstantString(text))
        return NULL;
    const char *bytes = LLVMGetAsString(text, &len);
    if (offset < 0 || (size_t)offset >= len)
        return NULL;
    size_t end = strnlen(bytes + offset, len - (size_t)offset);
    return arena_copy(&u->arena, bytes + offset, end);
}

/* Variables and functions. */

/* Offsets have 31 bits. */
static void check_size(Unit *u, LLVMValueRef global, uint64_t bytes)
{
    if (bytes > INT32_MAX)
        diag_error(u->diag, debug_variable_pos(u, debug_global(u, global)),
                   "`%s` has %llu bytes, and heddle handles up to %d in one piece: make it smaller "
                   "for the check",
                   name_of(global), (unsigned long long)bytes, INT32_MAX);
}

uint32_t global_object(Unit *u, LLVMValueRef global)
{
    uint32_t object = map_get(&u->globals, global);
    if (object)
        return object;
    uint32_t count;
    check_size(u, global, type_size(u, LLVMGlobalGetValueType(global)));
    uint32_t layout = layout_of_global(u, global, &count);
    LLVMMetadataRef variable = debug_global(u, global);
    Pos pos = debug_variable_pos(u, variable);
    layout_note_align(u, layout, LLVMGetAlignment(global));
    object = build_global(&u->b, annotate_plain_name(name_of(global)), layout, pos);
    u->program->globals.at[object].count = count == 1 ? 0 : count;
    u->program->globals.at[object].constant = LLVMIsGlobalConstant(global);
    map_put(&u->globals, global, object);
    LLVMValueRef value = LLVMGetInitializer(global);
    if (!value)
        diag_warn(u->diag, pos, "`%s` is declared and nowhere defined; it is taken to be zero",
                  name_of(global));
    else if (!LLVMIsNull(value))
        vec_push(&u->inits, global);
    return object;
}

uint32_t global_proc(Unit *u, LLVMValueRef function)
{
    function = without_alias(function);
    uint32_t proc = map_get(&u->procs, function);
    if (!proc) {
        proc = build_declare_proc(&u->b, name_of(function), debug_function_pos(u, function)) + 1;
        map_put(&u->procs, function, proc);
        vec_push(&u->todo, function);
    }
    return proc - 1;
}

/* Thread-local variables lie in a block that the word of the thread points to; its first word is
 * for the result of pthread_exit.  Without such variables the result is in the word itself. */

void global_find_locals(Unit *u)
{
    u->local_bytes = u->program->pointer_bytes;
    for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsThreadLocal(g) || !map_get(&u->reached, g))
            continue;
        LLVMTypeRef type = LLVMGlobalGetValueType(g);
        uint32_t align = LLVMABIAlignmentOfType(u->data, type);
        uint32_t offset = (u->local_bytes + align - 1) / align * align;
        check_size(u, g, offset + type_size(u, type));
        vec_push(&u->thread_local, ((Local){g, offset}));
        map_put(&u->locals, g, (uint32_t)u->thread_local.len);
        u->local_bytes = offset + (uint32_t)type_size(u, type);
    }
    u->local_bytes = (u->local_bytes + 7) / 8 * 8;
}

void global_begin_thread(Unit *u, Builder *b)
{
    if (!u->thread_local.len)
        return;
    Func f = {.u = u, .b = b};
    Ref block = build_register(b, NULL, TYPE_POINTER);
    build_emit(b, (Instr){.op = OP_ALLOC,
                          .flags = FLAG_ZERO,
                          .dst = block,
                          .other = layout_of_locals(u),
                          .b = build_constant(b, u->local_bytes)});
    vec_each (Local, local, &u->thread_local) {
        LLVMValueRef value = LLVMGetInitializer(local->global);
        if (!value || LLVMIsNull(value))
            continue;
        Image image = image_make(u, value);
        image_store(&f, &image, block, local->offset);
        image_free(&image);
    }
    build_emit(b, (Instr){.op = OP_SETOWN, .a = block});
}

static Ref own_block(Builder *b)
{
    Ref block = build_register(b, NULL, TYPE_POINTER);
    build_emit(b, (Instr){.op = OP_OWN, .dst = block});
    return block;
}

/* The program itself gives its address away; what the models do with theirs is known. */
static bool local_escapes(LLVMValueRef global)
{
    for (LLVMUseRef use = LLVMGetFirstUse(global); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user))
            return true;
        LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (!func_is_lib(function) && variable_escapes(user))
            return true;
    }
    return false;
}

void global_end_thread(Unit *u, Builder *b)
{
    bool escapes = false;
    vec_each (Local, local, &u->thread_local)
        escapes |= local_escapes(local->global);
    if (!escapes)
        return;
    build_emit(b, (Instr){.op = OP_POINT});
    build_emit(b, (Instr){.op = OP_FREE, .a = own_block(b)});
}

void global_local_address(Unit *u, Builder *b, LLVMValueRef global, Ref dst)
{
    const Local *local = &u->thread_local.at[map_get(&u->locals, global) - 1];
    build_emit(
        b,
        (Instr){.op = OP_FIELD, .dst = dst, .a = own_block(b), .offset = (int32_t)local->offset});
}

void global_keep_result(Unit *u, Builder *b, Ref result)
{
    if (u->thread_local.len)
        build_emit(b,
                   (Instr){.op = OP_STORE, .type = TYPE_POINTER, .a = own_block(b), .b = result});
    else
        build_emit(b, (Instr){.op = OP_SETOWN, .a = result});
}

void global_exit_result(Unit *u, Builder *b, Ref dst)
{
    if (u->thread_local.len)
        build_emit(b, (Instr){.op = OP_LOAD, .type = TYPE_POINTER, .dst = dst, .a = own_block(b)});
    else
        build_emit(b, (Instr){.op = OP_OWN, .dst = dst});
}

/* The start. */

/* When main has returned: exit runs the handlers of atexit, if there are any. */
static void end_program(Unit *u, Builder *b, const Leaves *results, Ref result)
{
    LLVMValueRef leave = LLVMGetNamedFunction(u->module, "exit");
    bool handlers = LLVMGetNamedFunction(u->module, "atexit") && leave &&
                    !LLVMIsDeclaration(leave) && LLVMCountParams(leave) == 1;
    Ref status =
        results->len && type_equal(results->at[0].type, TYPE_S32) ? result : build_constant(b, 0);
    if (handlers)
        build_emit(b, (Instr){.op = OP_CALL,
                              .other = global_proc(u, leave),
                              .list = build_list(b, &status, 1)});
    build_emit(b, (Instr){.op = OP_POINT});
    build_emit(b, (Instr){.op = OP_ASSUME, .a = build_constant(b, 0)});
    build_emit(b, (Instr){.op = OP_RETURN});
}

/* A call of main: what main is given, what it returns, and where that goes. */
typedef struct MainCall {
    Leaves params, results;
    VEC(Ref) dsts;
} MainCall;

/* Begins a procedure that calls main. */
static void begin_start(Unit *u, uint32_t start, LLVMValueRef main_function, MainCall *call)
{
    Builder *b = &u->b;
    build_proc_begin(b, start);
    u->program->procs.at[start].library = true;
    build_emit(b, (Instr){.op = OP_POINT});
    global_begin_thread(u, b);
    call_signature(u, main_function, LLVMGlobalGetValueType(main_function), &call->params,
                   &call->results);
    vec_each (Leaf, result, &call->results)
        vec_push(&call->dsts, build_register(b, NULL, result->type));
}

static void main_call_free(MainCall *call)
{
    vec_free(&call->params);
    vec_free(&call->results);
    vec_free(&call->dsts);
}

/* The abstraction of the start: main with any arguments, and no end of the program. */
static uint32_t start_simply(Unit *u, LLVMValueRef main_function)
{
    Builder *b = &u->b;
    MainCall call = {0};
    VEC(Ref) refs = {0};
    uint32_t start = build_declare_proc(b, "(any start)", debug_function_pos(u, main_function));
    begin_start(u, start, main_function, &call);
    vec_each (Leaf, param, &call.params) {
        Ref any = build_register(b, NULL, param->type);
        if (param->type.kind == TYPE_SIGNED)
            build_emit(b, (Instr){.op = OP_CHOOSE,
                                  .type = param->type,
                                  .dst = any,
                                  .a = build_constant(b, 0),
                                  .b = build_constant(b, INT32_MAX)});
        vec_push(&refs, any);
    }
    build_emit(b, (Instr){.op = OP_CALL,
                          .other = global_proc(u, main_function),
                          .list = build_list(b, refs.at, refs.len),
                          .dsts = build_list(b, call.dsts.at, call.dsts.len)});
    build_emit(b, (Instr){.op = OP_POINT});
    build_emit(b, (Instr){.op = OP_RETURN});
    build_proc_end(b);
    main_call_free(&call);
    vec_free(&refs);
    return start;
}

void global_start(Unit *u, LLVMValueRef main_function)
{
    Builder *b = &u->b;
    MainCall call = {0};
    uint32_t start = build_declare_proc(b, "(start)", debug_function_pos(u, main_function));
    vec_push(&u->program->threads, (Thread){start});
    begin_start(u, start, main_function, &call);
    Label exits = build_label(b);
    uint32_t list = argument_list(u, main_function, &call.params);
    build_emit(b, (Instr){.op = OP_CALL,
                          .other = global_proc(u, main_function),
                          .list = list,
                          .dsts = build_list(b, call.dsts.at, call.dsts.len),
                          .target = exits});
    end_program(u, b, &call.results, call.dsts.len ? call.dsts.at[0] : NO_REF);
    build_place(b, exits);
    Ref caught = build_register(b, NULL, TYPE_U32);
    build_emit(b, (Instr){.op = OP_CAUGHT, .dst = caught});
    jump_refuse(u, b, caught);
    global_end_thread(u, b);
    build_emit(b, (Instr){.op = OP_RETURN});
    build_proc_end(b);
    main_call_free(&call);
    if (u->options->all)
        u->program->procs.at[start].abstract = start_simply(u, main_function) + 1;
}

/* Lowers all that is needed; then the initial values of all variables are known. */
void global_finish(Unit *u)
{
    VEC(Image) images = {0};
    while (u->todo.len || images.len < u->inits.len) {
        if (u->todo.len) {
            func_lower(u, vec_pop(&u->todo));
            continue;
        }
        Image image = image_make(u, LLVMGetInitializer(u->inits.at[images.len]));
        vec_push(&images, image);
    }
    build_event_loop(&u->b, &u->bags);
    predicate_finish(u);
    layout_finish(u);
    uint32_t init = build_declare_proc(&u->b, "(init)", (Pos){0});
    u->program->init = (int32_t)init;
    build_proc_begin(&u->b, init);
    Func f = {.u = u, .b = &u->b};
    for (size_t n = 0; n < images.len; n++) {
        uint32_t object = map_get(&u->globals, u->inits.at[n]);
        u->b.pos = u->program->globals.at[object].pos;
        image_store(&f, &images.at[n], build_constant(&u->b, pointer_make(object, 0)), 0);
        image_free(&images.at[n]);
    }
    argument_store(&f);
    func_emit(&f, (Instr){.op = OP_RETURN});
    build_proc_end(&u->b);
    map_free(&f.slots);
    vec_free(&f.slot);
    vec_free(&images);
}
