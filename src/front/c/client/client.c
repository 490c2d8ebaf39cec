/* client.c -- see c.h: c_client. */
#include "front/c/client/client.h"

static void free_api(ClientApi *api)
{
    vec_each (ClientFunction, f, &api->functions) {
        vec_each (ClientArg, arg, &f->args)
            vec_free(&arg->names);
        vec_free(&f->result.names);
        vec_free(&f->args);
    }
    vec_free(&api->functions);
    vec_free(&api->inits);
    vec_free(&api->calls);
    vec_free(&api->left_out);
}

static const char *join(Arena *arena, const ClientFunction *const *functions, size_t count)
{
    const char *list = "";
    for (size_t k = 0; k < count; k++)
        list = arena_print(arena, "%s%s%s", list, k ? ", " : "", functions[k]->name);
    return list;
}

/* `push, pop (first: init; not called: each)` */
static const char *tell_calls(Arena *arena, const ClientAsk *ask, const ClientApi *api)
{
    const char *calls = join(arena, api->calls.at, api->calls.len), *more = "";
    if (api->inits.len && !*ask->first)
        more = arena_print(arena, "first: %s", join(arena, api->inits.at, api->inits.len));
    if (api->left_out.len && !*ask->calls)
        more = arena_print(arena, "%s%snot called: %s", more, *more ? "; " : "",
                           join(arena, api->left_out.at, api->left_out.len));
    return *more ? arena_print(arena, "%s (%s)", calls, more) : calls;
}

/* Functions that nobody can call without knowing more, and what their results are compared by. */
static void warn(Unit *u, const ClientAsk *ask, const ClientApi *api)
{
    vec_each (const ClientFunction, f, &api->functions) {
        const char *bad = f->result.kind == ARG_OTHER ? "what it returns" : NULL;
        vec_each (const ClientArg, arg, &f->args)
            if (arg->kind == ARG_OTHER && !bad)
                bad = *arg->name ? arena_print(&u->arena, "its parameter %s", arg->name)
                                 : "one of its parameters";
        if (bad && !*ask->calls)
            diag_warn(u->diag, (Pos){0},
                      "the client does not call %s: heddle has no values for %s (write a client "
                      "yourself: --show-client prints one to begin with)",
                      f->name, bad);
    }
    vec_each (const ClientFunction *, f, &api->calls) {
        ArgKind kind = (*f)->result.kind;
        if (kind != ARG_VOID && kind != ARG_VALUE && kind != ARG_ITEM && kind != ARG_OBJECT)
            diag_warn(
                u->diag, (Pos){0},
                "pointers that %s returns are told apart if they are the client's own; others "
                "only from null",
                (*f)->name);
    }
}

/* --values='key=1,2': is there such a parameter? */
static void check_values(Unit *u, const ClientAsk *ask, const ClientApi *api)
{
    for (const char *at = ask->values; *at; at += strcspn(at, ";"), at += *at == ';') {
        size_t len = strcspn(at, "=;");
        bool found = at[len] != '=';
        vec_each (const ClientFunction, f, &api->functions)
            vec_each (const ClientArg, arg, &f->args)
                found |= strlen(arg->name) == len && strncmp(arg->name, at, len) == 0;
        if (!found)
            diag_error(u->diag, (Pos){0}, "--values: no function has a parameter %.*s", (int)len,
                       at);
    }
}

static bool check_api(Unit *u, const ClientAsk *ask, const ClientApi *api)
{
    for (const char *at = ask->calls; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " ");
        size_t len = strcspn(at, ", ");
        bool found = false;
        vec_each (const ClientFunction *, f, &api->calls)
            found |= strlen((*f)->name) == len && strncmp((*f)->name, at, len) == 0;
        if (!found)
            diag_error(u->diag, (Pos){0}, "--calls: there is no function %.*s with a body",
                       (int)len, at);
    }
    check_values(u, ask, api);
    if (!api->calls.len && !u->diag->errors)
        diag_error(u->diag, (Pos){0},
                   "the header declares no function that a client could call and whose body is in "
                   "the files: name them by --calls");
    return !u->diag->errors;
}

const char *c_client(Sources *sources, const int *files, size_t count, const COptions *options,
                     const ClientAsk *ask, Arena *arena, const char **functions, Diag *diag)
{
    char version[64];
    if (!c_version(version, sizeof version)) { /* this loads the library */
        diag_error(diag, (Pos){0}, "C programs need the library LLVM 19");
        return NULL;
    }
    COptions plain = *options;
    plain.sanitize = "";
    Unit u = {.options = &plain, .sources = sources, .diag = diag};
    u.context = LLVMContextCreate();
    u.annotations = (Annotations){.sources = sources, .options = &plain, .diag = diag};
    u.module = driver_compile(u.context, &u.annotations, files, count, &u.arena, &u.used, NULL);
    const char *text = NULL;
    ClientApi api = {0};
    if (u.module) {
        client_read(&u, ask, &api);
        if (check_api(&u, ask, &api)) {
            warn(&u, ask, &api);
            text = client_write(arena, ask, &api);
            *functions = tell_calls(arena, ask, &api);
        }
        LLVMDisposeModule(u.module);
    }
    free_api(&api);
    vec_free(&u.used);
    annotate_free(&u.annotations);
    arena_free(&u.arena);
    LLVMContextDispose(u.context);
    return text;
}
