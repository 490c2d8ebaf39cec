/* call.c -- calls: their arguments and results, variadic ones, LLVM's intrinsics; see func.h.
 *
 * All integers of parameters and results are signed, whatever the source says, so that a call
 * through a pointer fits every function of its type.  A variadic function has one more parameter:
 * a pointer to an object with the arguments that the `...` stands for, as x86-64 has them: what
 * goes in registers where clang's va_start saves these, behind it what goes on the stack.  So who
 * reads an int where a double was passed finds nothing there.  (i386 has a stack alone.) */
#include "front/c/lower/func.h"

static unsigned attribute(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

/* Does anything but calls name the function? */
static bool is_address_taken(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
            return true;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
            if (LLVMGetOperand(user, k) == function)
                return true;
    }
    return false;
}

/* The leaves of one parameter or result; a type that heddle cannot keep is one number, and using
 * it fails. */
static void add_type(Unit *u, LLVMTypeRef type, Leaves *out)
{
    size_t before = out->len;
    if (type_leaves(u, type, 0, out))
        return;
    out->len = before;
    vec_push(out, ((Leaf){.type = TYPE_S64}));
}

void call_signature(Unit *u, LLVMValueRef function, LLVMTypeRef type, Leaves *params,
                    Leaves *results)
{
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *types = arena_array(&u->arena, LLVMTypeRef, count + 1);
    LLVMGetParamTypes(type, types);
    bool known = function && !is_address_taken(function);
    for (unsigned n = 0; n < count; n++) {
        add_type(u, types[n], params);
        if (known && address_is(&u->addresses, LLVMGetParam(function, n)))
            vec_last(params).type = TYPE_POINTER;
    }
    if (LLVMIsFunctionVarArg(type))
        vec_push(params, ((Leaf){.type = TYPE_POINTER}));
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        return;
    add_type(u, LLVMGetReturnType(type), results);
    if (known && address_is(&u->addresses, function))
        results->at[0].type = TYPE_POINTER;
}

/* Arguments. */

typedef struct Arguments {
    VEC(Ref) refs;
    VEC(Ref) objects; /* made for this call, freed behind it */
} Arguments;

static Ref make_object(Func *f, Arguments *a, uint32_t layout, uint64_t bytes)
{
    Ref object = func_temporary(f, TYPE_POINTER);
    func_emit(
        f,
        (Instr){.op = OP_ALLOC, .dst = object, .other = layout, .b = build_constant(f->b, bytes)});
    vec_push(&a->objects, object);
    return object;
}

/* The type of what a `byval` argument points to; NULL: it is none. */
static LLVMTypeRef byval_type(LLVMValueRef call, unsigned n)
{
    LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(call, n + 1, attribute("byval"));
    return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

/* A struct that is passed by value: the callee gets a copy. */
static Ref copy_struct(Func *f, Arguments *a, LLVMValueRef pointer, LLVMTypeRef type)
{
    enum { STACK_ALIGN = 8 };
    uint64_t bytes = type_size(f->u, type);
    bool library = func_is_lib(f->function);
    uint32_t layout = library ? layout_hidden(f->u) : layout_of_temporary(f->u);
    if (!library)
        layout_note_align(f->u, layout, STACK_ALIGN);
    Ref copy = make_object(f, a, layout, bytes ? bytes : 1);
    if (bytes)
        memory_copy_in(f, copy, pointer, bytes);
    return copy;
}

/* One scalar argument as the callee wants it; old code gets the types wrong now and then. */
static Ref pass(Func *f, LLVMValueRef value, uint32_t leaf, Type want)
{
    Type natural = func_leaf_type(f, value, leaf);
    bool numbers = natural.kind == TYPE_SIGNED || natural.kind == TYPE_UNSIGNED;
    if (numbers && natural.bits != want.bits && want.kind != TYPE_FLOAT && want.kind != TYPE_PTR) {
        Type plain = {natural.bits == 1 ? TYPE_UNSIGNED : TYPE_SIGNED, natural.bits};
        Ref ref = func_leaf(f, value, leaf, plain);
        return ref < 0 ? func_constant(f, want, f->u->program->constants.at[~ref])
                       : func_convert(f, ref, plain, want);
    }
    if (natural.kind == TYPE_FLOAT && want.kind != TYPE_FLOAT) {
        func_fail(f, ERR_UNSUPPORTED,
                  "a float is passed where a number of another type is due: declare the function");
        return build_constant(f->b, 0);
    }
    return func_leaf(f, value, leaf, want);
}

static uint64_t round_up(uint64_t size, uint64_t unit)
{
    return (size + unit - 1) / unit * unit;
}

/* What is passed to a system call is a whole register: the kernel takes a 0 for a null pointer. */
static Type variadic_type(Func *f, const Call *call, Type natural)
{
    bool is_number = natural.kind == TYPE_SIGNED || natural.kind == TYPE_UNSIGNED;
    unsigned width = 8 * f->u->program->pointer_bytes;
    if (is_number && natural.bits < width && strcmp(call->name, "syscall") == 0)
        return (Type){TYPE_SIGNED, (uint8_t)width};
    return natural;
}

/* An argument behind the `...`: so many bytes at this offset of the object. */
static void store_variadic(Func *f, const Call *call, unsigned n, LLVMTypeRef byval, Ref object,
                           uint64_t offset)
{
    LLVMValueRef value = call->args[n];
    Leaves leaves = {0};
    if (byval) {
        Ref to = func_temporary(f, TYPE_POINTER);
        func_emit(f, (Instr){.op = OP_FIELD, .dst = to, .a = object, .offset = (int32_t)offset});
        memory_copy_in(f, to, value, type_size(f->u, byval));
    } else if (!type_leaves(f->u, LLVMTypeOf(value), 0, &leaves)) {
        func_fail(f, ERR_UNSUPPORTED, "an argument behind the ... is or has %s",
                  type_refusal(f->u, LLVMTypeOf(value)));
    } else {
        for (uint32_t k = 0; k < leaves.len; k++) {
            Type type = variadic_type(f, call, func_leaf_type(f, value, k));
            func_emit(f, (Instr){.op = OP_STORE,
                                 .flags = f->u->program->pointer_bytes == 4 ? FLAG_PACKED : 0,
                                 .type = type,
                                 .a = object,
                                 .offset = (int32_t)(offset + leaves.at[k].offset),
                                 .b = pass(f, value, k, type)});
        }
    }
    vec_free(&leaves);
}

/* A multiple of what x86-64 puts an argument of this type at, if that is on the stack. */
static uint64_t stack_align(Unit *u, LLVMTypeRef type, LLVMValueRef call, unsigned n)
{
    LLVMAttributeRef align =
        call ? LLVMGetCallSiteEnumAttribute(call, n + 1, attribute("align")) : NULL;
    if (align && byval_type(call, n))
        return LLVMGetEnumAttributeValue(align);
    return u->program->pointer_bytes == 4 ? 4 : LLVMABIAlignmentOfType(u->data, type);
}

/* The offset of the next argument. */
static uint64_t next_place(Unit *u, Registers *r, LLVMTypeRef type, bool byval, uint64_t align)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t word = u->program->pointer_bytes, words = round_up(type_size(u, type), word) / word;
    uint64_t at;
    bool in_register = !byval && word == 8;
    bool is_float = kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind ||
                    kind == LLVMDoubleTypeKind || kind == LLVMVectorTypeKind;
    bool is_word = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
    if (in_register && is_float && r->floats < FLOAT_REGISTERS)
        return FLOAT_AT + FLOAT_BYTES * r->floats++;
    if (in_register && is_word && r->general + words <= GENERAL_REGISTERS) {
        at = word * r->general;
        r->general += words;
    } else {
        r->memory = round_up(r->memory, align > word ? align / word : 1);
        at = r->memory * word + (word == 4 ? 0 : MEMORY_AT);
        r->memory += words;
    }
    return at;
}

Registers call_registers(Unit *u, LLVMTypeRef function, LLVMValueRef definition, LLVMValueRef call)
{
    Registers r = {0};
    unsigned count = LLVMCountParamTypes(function), kind = attribute("byval");
    LLVMTypeRef *types = arena_array(&u->arena, LLVMTypeRef, count + 1);
    LLVMGetParamTypes(function, types);
    for (unsigned n = 0; n < count; n++) {
        bool byval = definition ? LLVMGetEnumAttributeAtIndex(definition, n + 1, kind) != NULL
                                : call && byval_type(call, n);
        next_place(u, &r, types[n], byval, 1);
    }
    r.memory = 0;
    return r;
}

static void add_variadic(Func *f, const Call *call, LLVMTypeRef function, Arguments *a)
{
    Unit *u = f->u;
    unsigned first = LLVMCountParamTypes(function);
    if (first >= call->count) {
        vec_push(&a->refs, build_constant(f->b, 0));
        return;
    }
    Registers begin = call_registers(u, function, NULL, call->result);
    uint64_t size = 0;
    for (int storing = 0; storing < 2; storing++) {
        Ref object = storing ? make_object(f, a, layout_hidden(u), size) : NO_REF;
        Registers r = begin;
        for (unsigned n = first; n < call->count; n++) {
            LLVMTypeRef byval = call->result ? byval_type(call->result, n) : NULL;
            LLVMTypeRef type = byval ? byval : LLVMTypeOf(call->args[n]);
            uint64_t align = stack_align(u, type, call->result, n);
            uint64_t at = next_place(u, &r, type, byval != NULL, align);
            uint64_t end = at + round_up(type_size(u, type), u->program->pointer_bytes);
            if (storing)
                store_variadic(f, call, n, byval, object, at);
            size = end > size ? end : size;
        }
        if (storing)
            vec_push(&a->refs, object);
    }
}

static void add_arguments(Func *f, const Call *call, LLVMTypeRef type, const Leaves *params,
                          Arguments *a)
{
    Unit *u = f->u;
    unsigned fixed = LLVMCountParamTypes(type);
    LLVMTypeRef *types = arena_array(&u->arena, LLVMTypeRef, fixed + 1);
    LLVMGetParamTypes(type, types);
    uint32_t k = 0;
    for (unsigned n = 0; n < fixed; n++) {
        Leaves own = {0};
        add_type(u, types[n], &own);
        LLVMTypeRef byval = n < call->count && call->result ? byval_type(call->result, n) : NULL;
        for (uint32_t leaf = 0; leaf < own.len; leaf++, k++)
            if (byval)
                vec_push(&a->refs, copy_struct(f, a, call->args[n], byval));
            else
                vec_push(&a->refs, n < call->count
                                       ? pass(f, call->args[n], leaf, params->at[k].type)
                                       : build_constant(f->b, 0));
        vec_free(&own);
    }
    if (call->count < fixed) /* of a function that has no prototype */
        func_fail(f, ERR_WILD_POINTER, "call of %s with too few arguments", call->name);
    if (LLVMIsFunctionVarArg(type))
        add_variadic(f, call, type, a);
}

/* Results. */

static void make_results(Func *f, const Call *call, const Leaves *results, Leaves *own, Ref *first)
{
    LLVMValueRef i = call->result;
    if (results->len == 1 && type_scalar(LLVMTypeOf(i)).kind != TYPE_VOID) {
        Type got = results->at[0].type, want = type_scalar(LLVMTypeOf(i));
        *first = got.bits == want.bits || got.kind == TYPE_PTR ? func_result(f, i, got)
                                                               : func_temporary(f, got);
        return;
    }
    func_result_leaves(f, i, first, own);
    if (own->len == results->len)
        return;
    for (uint32_t k = 0; k < results->len; k++) { /* the types do not fit: take them and forget */
        Ref ref = func_temporary(f, results->at[k].type);
        if (!k)
            *first = ref;
    }
}

/* Behind the call of a thread's function, which pthread_exit ends: what it has left is the result.
 */
static void catch_exit(Func *f, Label handler, Ref result)
{
    Label done = build_label(f->b);
    func_emit(f, (Instr){.op = OP_JUMP, .target = done});
    func_place(f, handler);
    Ref caught = func_temporary(f, TYPE_U32);
    func_emit(f, (Instr){.op = OP_CAUGHT, .dst = caught});
    jump_refuse(f->u, f->b, caught);
    Ref left = func_temporary(f, TYPE_POINTER);
    Type type = func_register_type(f, result);
    global_exit_result(f->u, f->b, left);
    func_emit(f, (Instr){.op = type.kind == TYPE_PTR ? OP_MOV : OP_CAST,
                         .type = type,
                         .from = TYPE_POINTER,
                         .dst = result,
                         .a = left});
    func_place(f, done);
}

/* Does the user's program end with a status? */
static bool ends_program(const Func *f, const Call *call)
{
    static const char *const names[] = {"exit", "_exit", "_Exit"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(call->name, names[k]) == 0)
            return !func_is_lib(f->function) && call->callee && func_is_lib(call->callee);
    return false;
}

static void emit_call(Func *f, const Call *call, LLVMTypeRef type, Instr instr)
{
    Leaves params = {0}, results = {0}, own = {0};
    Arguments a = {0};
    VEC(Ref) dsts = {0};
    Ref first = 0;
    call_signature(f->u, call->callee, type, &params, &results);
    add_arguments(f, call, type, &params, &a);
    if (a.refs.len == 1 && ends_program(f, call))
        func_decide_status(f, a.refs.at[0], params.at[0].type);
    if (results.len)
        make_results(f, call, &results, &own, &first);
    for (uint32_t k = 0; k < results.len; k++)
        vec_push(&dsts, first + (Ref)k);
    bool falls = results.len == 1 && (call->callee ? undefined_falls(f->u, call->callee)
                                                   : undefined_falls_somewhere(f->u));
    Ref fell = falls ? func_temporary(f, TYPE_U1) : NO_REF;
    if (falls)
        vec_push(&dsts, fell);
    if (call->callee && func_is_lib(call->callee))
        func_take_signals(f);
    instr.list = build_list(f->b, a.refs.at, a.refs.len);
    instr.dsts = build_list(f->b, dsts.at, dsts.len);
    bool catches = instr.op == OP_CALLPTR && results.len == 1 && f->starts_thread;
    instr.target = catches ? build_label(f->b) : undefined_unwind(f, call->callee);
    func_emit(f, instr);
    if (catches)
        catch_exit(f, instr.target, first);
    vec_each (Ref, object, &a.objects)
        func_free_object(f, *object);
    if (falls && f->starts_thread)
        f->fell = fell;
    else if (falls)
        undefined_check_value(f, call->result, fell);
    const Slot *slot = results.len ? func_slot(f, call->result) : NULL;
    if (results.len && !slot && type_scalar(LLVMTypeOf(call->result)).kind != TYPE_VOID) {
        Type want = type_scalar(LLVMTypeOf(call->result));
        func_alias(f, call->result, func_convert(f, first, results.at[0].type, want), want);
    }
    vec_free(&params);
    vec_free(&results);
    vec_free(&own);
    vec_free(&a.refs);
    vec_free(&a.objects);
    vec_free(&dsts);
}

static bool is_supported(Func *f, const Call *call)
{
    Leaves leaves = {0};
    LLVMTypeRef type = LLVMTypeOf(call->result);
    bool right = type_leaves(f->u, type, 0, &leaves);
    for (unsigned n = 0; n < call->count && right; n++) {
        type = LLVMTypeOf(call->args[n]);
        right = type_leaves(f->u, type, 0, &leaves) || leaves.len > MOST_LEAVES;
    }
    vec_free(&leaves);
    if (!right)
        func_fail(f, ERR_UNSUPPORTED, "a call%s%s%s with an argument or result that is or has %s",
                  *call->name ? " of `" : "", call->name, *call->name ? "`" : "",
                  type_refusal(f->u, type));
    return right;
}

static void call_function(Func *f, const Call *call)
{
    Unit *u = f->u;
    bool lacks_body = LLVMIsDeclaration(call->callee);
    if ((lacks_body || known_goes_first(u, call->callee)) &&
        (known_call(f, call) || input_call(f, call)))
        return;
    const char *input = lacks_body ? NULL : input_behind(u, call->callee);
    if (input) {
        Call inner = *call;
        inner.name = input;
        input_call(f, &inner);
        return;
    }
    if (lacks_body) {
        func_fail(f, ERR_UNSUPPORTED, "%s", missing_text(u, call->name));
        return;
    }
    if (is_supported(f, call) && kind_check(f, call) && !atomic_exchange_struct(f, call))
        emit_call(f, call, LLVMGlobalGetValueType(call->callee),
                  (Instr){.op = OP_CALL, .other = global_proc(u, call->callee)});
}

/* With one blank where there are several, or ends of lines and semicolons. */
static char *plain_text(Func *f, const char *text, size_t len)
{
    char *plain = arena_copy(&f->u->arena, text, len), *to = plain;
    for (const char *from = plain; *from; from++)
        if (!strchr(" \t\n;", *from))
            *to++ = *from;
        else if (to != plain && to[-1] != ' ')
            *to++ = ' ';
    while (to != plain && to[-1] == ' ')
        to--;
    *to = 0;
    return plain;
}

/* What assembly.c has left. */
static void call_assembly(Func *f, LLVMValueRef assembly)
{
    size_t len;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
    func_fail(f, ERR_UNSUPPORTED,
              "inline assembly: %.80s; write it in C, or leave it out by #ifdef (for atomic "
              "operations there are <stdatomic.h> and the __atomic builtins)",
              plain_text(f, text, len));
}

void call_instruction(Func *f, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (LLVMIsAInlineAsm(callee)) {
        call_assembly(f, callee);
        return;
    }
    while (LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    Call call = {.result = i, .count = LLVMGetNumArgOperands(i), .name = ""};
    call.args = arena_array(&f->u->arena, LLVMValueRef, call.count + 1);
    for (unsigned n = 0; n < call.count; n++)
        call.args[n] = LLVMGetOperand(i, n);
    if (LLVMIsAFunction(callee)) {
        size_t len;
        call.callee = callee;
        call.name = LLVMGetValueName2(callee, &len);
        if (strncmp(call.name, "llvm.", 5) == 0)
            intrinsic_call(f, &call);
        else
            call_function(f, &call);
    } else if (is_supported(f, &call)) {
        Ref pointer = func_use(f, callee, TYPE_POINTER);
        emit_call(f, &call, LLVMGetCalledFunctionType(i),
                  (Instr){.op = OP_CALLPTR, .a = pointer, .other = kind_of_call(f, i)});
    }
}

void call_made_body(Func *f)
{
    size_t len;
    Call call = {.callee = f->function, .count = LLVMCountParams(f->function)};
    call.name = LLVMGetValueName2(f->function, &len);
    call.args = arena_array(&f->u->arena, LLVMValueRef, call.count + 1);
    LLVMGetParams(f->function, call.args);
    f->made_result = NO_REF;
    if (!known_call(f, &call) && !input_call(f, &call)) {
        f->u->program->procs.at[f->b->proc].library = true; /* shown where it is called */
        f->b->pos = missing_place(f->u, call.name);         /* or where its address is taken */
        func_fail(f, ERR_UNSUPPORTED, "%s", missing_text(f->u, call.name));
    }
    if (f->dead)
        return;
    Leaves params = {0}, results = {0};
    call_signature(f->u, f->function, LLVMGlobalGetValueType(f->function), &params, &results);
    Ref ref = f->made_result;
    if (results.len && ref >= 0)
        ref = func_convert(f, ref, func_register_type(f, ref), results.at[0].type);
    if (results.len && ref == NO_REF)
        ref = build_constant(f->b, 0);
    func_emit(f, (Instr){.op = OP_RETURN, .list = build_list(f->b, &ref, results.len ? 1 : 0)});
    vec_free(&params);
    vec_free(&results);
}
