/* argument.c -- the arguments of main; see func.h.
 *
 * Those of --arguments, which are then the only ones; else there are none, and a doubt where main
 * reads them.  If it only compares argc with constants, a few values of argc stand for all. */
#include "front/c/driver/landmark.h"
#include "front/c/input/range.h"

static bool is_read(LLVMValueRef param)
{
    for (LLVMUseRef use = LLVMGetFirstUse(param); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAStoreInst(user))
            return true;
        LLVMValueRef place = LLVMGetOperand(user, 1);
        for (LLVMUseRef other = LLVMGetFirstUse(place); other; other = LLVMGetNextUse(other))
            if (LLVMIsALoadInst(LLVMGetUser(other)))
                return true;
    }
    return false;
}

/* The next argument, at *text, which goes on behind it; its length. */
static size_t next_argument(const char **text, const char **argument)
{
    *argument = *text += strspn(*text, " ");
    size_t length = strcspn(*text, " ");
    *text += length;
    return length;
}

static const char *given(const Unit *u)
{
    return u->options->arguments ? u->options->arguments : "";
}

static uint32_t count_arguments(const Unit *u)
{
    const char *text = given(u), *argument;
    uint32_t count = 1;
    while (next_argument(&text, &argument))
        count++;
    return count;
}

/* Objects for argv and for what it leads to, in a row. */
static void make_objects(Unit *u)
{
    uint32_t layout = layout_of_type(u, NULL);
    const char *text = given(u), *argument;
    size_t length = strlen("program");
    char name[32];
    do {
        snprintf(name, sizeof name, "(argv[%u])", u->argc);
        uint32_t object = build_global(&u->b, name, layout, (Pos){0});
        u->program->globals.at[object].count = (uint32_t)length + 1;
        u->argv_text = u->argc++ ? u->argv_text : object;
        length = next_argument(&text, &argument);
    } while (length);
    u->argv = build_global(&u->b, "(argv)", layout, (Pos){0});
    u->program->globals.at[u->argv].count = (u->argc + 1) * u->program->pointer_bytes;
}

/* argc, where nobody looks at argv. */
static Ref any_count(Unit *u, LLVMValueRef argc, bool *exact)
{
    Func f = {.u = u, .b = &u->b};
    Range range = {0, INT32_MAX, true, 32};
    Claim claim = {.full = range, .narrow = range};
    *exact = range_observed(argc, &claim);
    Ref count =
        *exact ? input_choose(&f, TYPE_S32, &claim.values, false) : build_constant(&u->b, 1);
    claim_free(&claim);
    if (u->options->native)
        landmark_mark_argc(u, count);
    return count;
}

uint32_t argument_list(Unit *u, LLVMValueRef main_function, const Leaves *params)
{
    VEC(Ref) refs = {0};
    unsigned count = LLVMCountParams(main_function);
    bool reads_count = count > 0 && is_read(LLVMGetParam(main_function, 0));
    bool reads_texts = count > 1 && is_read(LLVMGetParam(main_function, 1)), exact = true;
    if (reads_texts)
        make_objects(u);
    for (uint32_t k = 0; k < params->len; k++) {
        Ref ref = build_constant(&u->b, 0);
        if (k == 0 && type_equal(params->at[k].type, TYPE_S32))
            ref = *given(u) || reads_texts || !reads_count
                      ? build_constant(&u->b, count_arguments(u))
                      : any_count(u, LLVMGetParam(main_function, 0), &exact);
        else if (k == 1 && params->at[k].type.kind == TYPE_PTR && reads_texts)
            ref = build_constant(&u->b, pointer_make(u->argv, 0));
        vec_push(&refs, ref);
    }
    if (!*given(u) && (reads_texts || !exact)) {
        const char *doubt = "the program was run without arguments: `argc` was taken to be 1; "
                            "--arguments gives it some";
        const char *shown = "runs without arguments (--arguments gives it some)";
        build_emit(&u->b, (Instr){.op = OP_DOUBT, .other = build_string(&u->b, doubt)});
        build_emit(&u->b, (Instr){.op = OP_TRACE, .other = build_string(&u->b, shown)});
    }
    uint32_t list = build_list(&u->b, refs.at, refs.len);
    vec_free(&refs);
    return list;
}

static void store(Func *f, Type type, uint32_t object, size_t offset, uint64_t value)
{
    func_emit(f, (Instr){.op = OP_STORE,
                         .type = type,
                         .a = build_constant(f->b, pointer_make(object, (int32_t)offset)),
                         .b = build_constant(f->b, value)});
}

void argument_store(Func *f)
{
    Unit *u = f->u;
    const char *text = given(u), *argument = "program";
    size_t length = strlen(argument);
    for (uint32_t k = 0; k < u->argc; k++) {
        for (size_t at = 0; at <= length; at++)
            store(f, (Type){TYPE_UNSIGNED, 8}, u->argv_text + k, at,
                  at < length ? (unsigned char)argument[at] : 0);
        store(f, TYPE_POINTER, u->argv, (size_t)k * u->program->pointer_bytes,
              pointer_make(u->argv_text + k, 0));
        length = next_argument(&text, &argument);
    }
}
