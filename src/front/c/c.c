/* c.c -- see c.h. */
#include "front/c/c.h"

#include "base/library.h"
#include "front/c/driver/driver.h"
#include "front/c/lower/func.h"
#include "front/c/lower/reach.h"
#include "front/c/lower/recurse.h"
#include "front/c/input/usage.h"
#include "ir/label.h"

static void free_unit(Unit *u)
{
    build_end(&u->b);
    address_free(&u->addresses);
    sort_free(u->sorts);
    sort_free(u->input_sorts);
    map_free(&u->suspects);
    map_free(&u->reached);
    map_free(&u->recursive);
    map_free(&u->falls);
    map_free(&u->exits);
    map_free(&u->procs);
    map_free(&u->globals);
    map_free(&u->layouts);
    map_free(&u->views);
    vec_free(&u->view);
    map_free(&u->files);
    map_free(&u->locals);
    vec_free(&u->todo);
    vec_free(&u->inits);
    vec_free(&u->thread_local);
    vec_free(&u->interesting);
    vec_free(&u->used);
    vec_free(&u->models);
    vec_free(&u->attached);
    vec_free(&u->pointers);
    annotate_free(&u->annotations);
    arena_free(&u->arena);
}

/* What runs when main returns; see global_start. */
static void reach_exit(Unit *u)
{
    LLVMValueRef leave = LLVMGetNamedFunction(u->module, "exit");
    if (leave && LLVMGetNamedFunction(u->module, "atexit"))
        reach_find(u, leave);
}

/* Is it the user's own, with a body? */
static bool is_own(LLVMValueRef function)
{
    return !LLVMIsDeclaration(function) && !func_is_lib(function) && !predicate_is(function);
}

static void reach_all(Unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        if (is_own(f))
            reach_find(u, f);
}

static void lower_all(Unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        if (is_own(f)) {
            global_proc(u, f);
            predicate_reach_contracts(u, f);
        }
    predicate_invariants(u);
}

/* What is said of the functions that the program can call. */
static void lower_contracts(Unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        if (is_own(f) && map_get(&u->reached, f))
            predicate_reach_contracts(u, f);
}

static void specify_all(Unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        if (is_own(f) && map_get(&u->procs, f))
            predicate_specify(u, f);
}

/* Without a definition, a model or a meaning: then its address is null. */
static bool is_weak(LLVMValueRef symbol)
{
    size_t len;
    return LLVMIsDeclaration(symbol) && LLVMGetLinkage(symbol) == LLVMExternalWeakLinkage &&
           !known_is(LLVMGetValueName2(symbol, &len));
}

static void forget_weak(Unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        if (is_weak(f))
            LLVMReplaceAllUsesWith(f, LLVMConstNull(LLVMTypeOf(f)));
    for (LLVMValueRef v = LLVMGetFirstGlobal(u->module); v; v = LLVMGetNextGlobal(v))
        if (is_weak(v))
            LLVMReplaceAllUsesWith(v, LLVMConstNull(LLVMTypeOf(v)));
}

/* They outlive the front end. */
static void take_landmarks(Unit *u, const Landmarks *landmarks)
{
    vec_each (Landmark, landmark, landmarks) {
        Landmark own = *landmark;
        own.key = arena_copy(&u->program->arena, own.key, strlen(own.key));
        if (own.callee)
            own.callee = arena_copy(&u->program->arena, own.callee, strlen(own.callee));
        vec_push(&u->program->landmarks, own);
    }
}

/* Which values are tried depends on what main leads to, and on nothing else. */
static void study_inputs(Unit *u, LLVMValueRef main_function)
{
    reach_find(u, main_function);
    reach_exit(u);
    predicate_reach(u);
    input_collect(u);
    u->sorts = sort_find(u);
    u->input_sorts = sort_find_promoted(u, u->sorts);
    input_find_sites(u);
}

/* What the files ask to be checked. */
static void take_asks(Unit *u)
{
    vec_each (AnnotatedFile, file, &u->annotations.files)
        vec_each (Annotation, ask, &file->scan.asks)
            vec_push(&u->program->annotations,
                     ((Annotation){ask->pos,
                                   arena_copy(&u->program->arena, ask->text, strlen(ask->text))}));
}

static void lower_module(Unit *u, const Landmarks *landmarks)
{
    LLVMValueRef main_function = LLVMGetNamedFunction(u->module, "main");
    bool starts = main_function && !LLVMIsDeclaration(main_function);
    if (!starts && !u->options->all) {
        diag_error(
            u->diag, (Pos){0},
            "the program has no function `main` to start with; of a library heddle "
            "check --library FILE.h FILE.c makes one, and --entry=FUNCTION starts elsewhere");
        return;
    }
    u->program = program_new(u->sources);
    u->program->is_c = true;
    u->program->pointer_bytes = LLVMPointerSize(u->data);
    take_landmarks(u, landmarks);
    take_asks(u);
    u->program->unwritten_any = u->options->goal != C_GOAL_ALL && u->options->goal != C_GOAL_MEMORY;
    build_begin(&u->b, u->program);
    u->exit_exception = build_exception(&u->b, "thread exit");
    u->jump_exception = build_exception(&u->b, "longjmp");
    forget_weak(u);
    assembly_rewrite(u);
    inline_allocators(u);
    if (starts)
        study_inputs(u, main_function);
    if (u->options->all)
        reach_all(u);
    reach_exit(u);
    predicate_find(u);
    missing_find(u);
    recurse_find(u);
    for (unsigned k = 0; k < 2; k++)
        u->addresses.wide[k] = wide_word(u, k).kind == TYPE_PTR;
    address_find(&u->addresses, u->module, &u->reached, 8 * u->program->pointer_bytes);
    layout_find_models(u);
    global_find_locals(u);
    if (starts)
        global_start(u, main_function);
    if (u->options->all)
        lower_all(u);
    else
        lower_contracts(u);
    global_finish(u);
    specify_all(u);
    u->program->advice = advise(u);
}

bool c_version(char *text, size_t size)
{
    char why[512];
    unsigned major, minor, patch;
    if (!library_load(HEDDLE_LLVM, why, sizeof why))
        return false;
    LLVMGetVersion(&major, &minor, &patch);
    snprintf(text, size, "%u.%u.%u", major, minor, patch);
    return true;
}

bool c_compile(Sources *sources, int file, const COptions *options, const char *bitcode, Diag *diag)
{
    Annotations annotations = {.sources = sources, .options = options, .diag = diag};
    bool compiled = driver_compile_to(&annotations, file, bitcode);
    vec_each (AnnotatedFile, annotated, &annotations.files)
        if (options->has_asks && annotated->scan.asks.len)
            *options->has_asks = true;
    annotate_free(&annotations);
    return compiled;
}

Program *c_load(Sources *sources, const int *files, size_t count, const COptions *options,
                Diag *diag)
{
    Unit u = {.options = options, .sources = sources, .diag = diag};
    char why[512];
    if (!library_load(HEDDLE_LLVM, why, sizeof why)) {
        diag_error(diag, (Pos){0}, "C programs need the library LLVM 19: %s", why);
        return NULL;
    }
    u.context = LLVMContextCreate();
    u.annotations = (Annotations){.sources = sources, .options = options, .diag = diag};
    Landmarks landmarks = {0};
    u.module = driver_compile(u.context, &u.annotations, files, count, &u.arena, &u.used,
                              options->native ? &landmarks : NULL);
    if (u.module) {
        u.data = LLVMGetModuleDataLayout(u.module);
        lower_module(&u, &landmarks);
        if (u.program)
            label_note(u.program);
    }
    vec_free(&landmarks);
    if (u.program && diag->errors) {
        program_free(u.program);
        u.program = NULL;
    }
    free_unit(&u);
    if (u.module)
        LLVMDisposeModule(u.module);
    LLVMContextDispose(u.context);
    return u.program;
}
