/* read.c -- the functions of a library, from its debug information; see client.h.
 *
 * Operands of nodes, in the order of LLVM 19: of a subprogram 4 is its type, of that 3 the types of
 * the result and the parameters; of a type 2 its name, 3 its base, 4 its elements. */
#include <ctype.h>

#include "front/c/client/client.h"

enum { SUBPROGRAM_TYPE = 4, TYPE_NAME = 2, TYPE_BASE = 3, TYPE_ELEMENTS = 4, TYPES = 3 };
enum { ENUMERATOR_NAME = 0, MOST_NAMES = 3 };

/* A type as it is written in C; NULL: it is more than pointers to something with a name. */
static const char *spell(Unit *u, LLVMMetadataRef type)
{
    if (!type)
        return "void";
    Tag tag = debug_tag(type);
    const char *name = debug_text(u, type, TYPE_NAME), *inner;
    switch ((int)tag) {
    case TAG_BASE:
    case TAG_TYPEDEF:
        return *name ? name : NULL;
    case TAG_STRUCT:
        return *name ? arena_print(&u->arena, "struct %s", name) : NULL;
    case TAG_UNION:
        return *name ? arena_print(&u->arena, "union %s", name) : NULL;
    case TAG_ENUM:
        return *name ? arena_print(&u->arena, "enum %s", name) : NULL;
    case TAG_POINTER:
        inner = spell(u, debug_operand(u, type, TYPE_BASE));
        return inner ? arena_print(&u->arena, "%s%s*", inner,
                                   inner[strlen(inner) - 1] == '*' ? "" : " ")
                     : NULL;
    case TAG_CONST:
        inner = spell(u, debug_operand(u, type, TYPE_BASE));
        return inner ? arena_print(&u->arena,
                                   inner[strlen(inner) - 1] == '*' ? "%2$s %1$s" : "%1$s %2$s",
                                   "const", inner)
                     : NULL;
    default:
        return NULL;
    }
}

static bool is_const(Unit *u, LLVMMetadataRef type)
{
    while (type && debug_tag(type) == TAG_TYPEDEF)
        type = debug_operand(u, type, TYPE_BASE);
    return type && debug_tag(type) == TAG_CONST;
}

static bool is_integer(Unit *u, LLVMMetadataRef type)
{
    type = debug_strip(u, type);
    if (!type || (debug_tag(type) != TAG_BASE && debug_tag(type) != TAG_ENUM))
        return false;
    const char *name = debug_text(u, type, TYPE_NAME);
    return debug_tag(type) == TAG_ENUM || (!strstr(name, "float") && !strstr(name, "double") &&
                                           !strstr(name, "omplex") && !strstr(name, "128"));
}

/* The kind of a pointer, by what it points to. */
static ArgKind pointer_kind(Unit *u, LLVMMetadataRef to)
{
    LLVMMetadataRef plain = debug_strip(u, to);
    if (!plain)
        return ARG_ITEM;
    Tag tag = debug_tag(plain);
    if (tag == TAG_STRUCT || tag == TAG_UNION)
        return ARG_NODE;
    if (strcmp(debug_type_name(u, to), "char") == 0 && is_const(u, to))
        return ARG_TEXT;
    if (is_integer(u, to))
        return is_const(u, to) ? ARG_IN : ARG_OUT;
    if (tag == TAG_POINTER && !is_const(u, to)) {
        ArgKind inner = pointer_kind(u, debug_operand(u, plain, TYPE_BASE));
        return inner == ARG_ITEM || inner == ARG_NODE ? ARG_OUT_ITEM : ARG_OTHER;
    }
    return ARG_OTHER;
}

static void take_names(Unit *u, LLVMMetadataRef type, ClientArg *arg)
{
    LLVMMetadataRef elements = debug_operand(u, type, TYPE_ELEMENTS);
    for (unsigned n = 0; n < debug_operands(u, elements) && n < MOST_NAMES; n++)
        vec_push(&arg->names, debug_text(u, debug_operand(u, elements, n), ENUMERATOR_NAME));
}

static ClientArg read_arg(Unit *u, LLVMMetadataRef type, const char *name)
{
    ClientArg arg = {.name = name, .type = spell(u, type)};
    LLVMMetadataRef plain = debug_strip(u, type);
    if (!arg.type) {
        arg.kind = ARG_OTHER;
        arg.type = "";
    } else if (!plain) {
        arg.kind = ARG_VOID;
    } else if (is_integer(u, type)) {
        arg.kind = ARG_VALUE;
        arg.is_bool = strcmp(debug_type_name(u, type), "_Bool") == 0;
        if (debug_tag(plain) == TAG_ENUM)
            take_names(u, plain, &arg);
    } else if (debug_tag(plain) == TAG_POINTER) {
        LLVMMetadataRef to = debug_operand(u, plain, TYPE_BASE);
        arg.kind = pointer_kind(u, to);
        arg.inner = spell(u, to);
        if (arg.kind == ARG_IN || arg.kind == ARG_NODE) /* the variable itself is not const */
            while (to && debug_tag(to) == TAG_CONST)
                arg.inner = spell(u, to = debug_operand(u, to, TYPE_BASE));
        arg.kind = arg.inner ? arg.kind : ARG_OTHER;
    } else
        arg.kind = ARG_OTHER;
    return arg;
}

static bool read_function(Unit *u, LLVMValueRef f, ClientFunction *function)
{
    size_t len;
    LLVMMetadataRef subprogram = LLVMGetSubprogram(f);
    LLVMMetadataRef types = debug_operand(u, debug_operand(u, subprogram, SUBPROGRAM_TYPE), TYPES);
    unsigned count = debug_operands(u, types);
    *function = (ClientFunction){.name = LLVMGetValueName2(f, &len)};
    function->name = arena_copy(&u->arena, function->name, len);
    function->result = read_arg(u, count ? debug_operand(u, types, 0) : NULL, "");
    bool whole = count <= 1 || LLVMCountParams(f) == count - 1;
    for (unsigned n = 1; n < count; n++) {
        const char *name = whole ? LLVMGetValueName2(LLVMGetParam(f, n - 1), &len) : "";
        vec_push(&function->args, read_arg(u, debug_operand(u, types, n),
                                           arena_copy(&u->arena, name, whole ? len : 0)));
        if (!whole) /* a structure by value */
            vec_last(&function->args).kind = ARG_OTHER;
    }
    return subprogram != NULL;
}

/* ---- which functions ---- */

/* Does a header name it outside of comments, directives and bodies, with a parenthesis behind? */
static bool is_declared(const char *text, const char *name)
{
    size_t len = strlen(name);
    int depth = 0;
    bool fresh = true;
    for (const char *p = text; *p; p++) {
        if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            if (!end)
                return false;
            p = end + 1;
            continue;
        }
        if ((p[0] == '/' && p[1] == '/') || (fresh && *p == '#')) {
            while (*p && *p != '\n') /* a directive may go on behind a backslash */
                p += p[0] == '\\' && p[1] ? 2 : 1;
            if (!*p)
                return false;
        }
        fresh = *p == '\n' || (fresh && isspace((unsigned char)*p));
        if (*p == '{' && strncmp(p - (p - text >= 4 ? 4 : 0), "\"C\" ", 4) != 0)
            depth++;
        depth -= *p == '}' && depth;
        bool begins = p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_');
        if (depth || !begins || strncmp(p, name, len) != 0)
            continue;
        const char *behind = p + len;
        while (isspace((unsigned char)*behind))
            behind++;
        if (*behind == '(')
            return true;
    }
    return false;
}

static bool is_listed(const char *list, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " ");
        if (strncmp(at, name, len) == 0 && (!at[len] || at[len] == ',' || at[len] == ' '))
            return true;
    }
    return false;
}

static bool is_wanted(Unit *u, const ClientAsk *ask, LLVMValueRef f, const char *name)
{
    if (LLVMIsDeclaration(f) || !LLVMGetSubprogram(f))
        return false;
    if (*ask->calls && is_listed(ask->calls, name))
        return true;
    for (size_t k = 0; k < ask->header_count; k++)
        if (is_declared(u->sources->files.at[ask->headers[k]].text, name))
            return true;
    return !ask->header_count && LLVMGetLinkage(f) == LLVMExternalLinkage &&
           strcmp(name, "main") != 0;
}

/* ---- what they are for ---- */

static bool has_word(const char *name, const char *const *words)
{
    for (; *words; words++) {
        const char *at = strstr(name, *words);
        size_t len = strlen(*words);
        if (at && (at == name || !islower((unsigned char)at[-1])) &&
            !islower((unsigned char)at[len]))
            return true;
    }
    return false;
}
static const char *const init_words[] = {"init",      "create", "new",    "make", "setup", "alloc",
                                         "construct", "Init",   "Create", "New",  NULL};
static const char *const end_words[] = {"destroy",  "free",    "delete",  "fini",
                                        "cleanup",  "deinit",  "dispose", "term",
                                        "teardown", "Destroy", "Free",    NULL};

/* The structure to which most functions have a pointer. */
static void find_object(ClientApi *api)
{
    size_t most = 0;
    vec_each (ClientFunction, f, &api->functions)
        vec_each (ClientArg, arg, &f->args) {
            size_t count = 0;
            if (arg->kind != ARG_NODE || arg != f->args.at)
                continue;
            vec_each (ClientFunction, g, &api->functions)
                vec_each (ClientArg, other, &g->args)
                    count += other == g->args.at && other->kind == ARG_NODE &&
                             strcmp(other->inner, arg->inner) == 0;
            if (count > most) {
                most = count;
                api->object = arg->type;
                api->object_inner = arg->inner;
            }
        }
    vec_each (ClientFunction, f, &api->functions) {
        vec_each (ClientArg, arg, &f->args)
            if (arg->kind == ARG_NODE && strcmp(arg->inner, api->object_inner) == 0)
                arg->kind = ARG_OBJECT;
            else if (arg->kind == ARG_OUT_ITEM && api->object &&
                     strcmp(arg->inner, api->object) == 0)
                arg->kind = ARG_OTHER; /* many objects, or another one */
        if (api->object && f->result.kind == ARG_NODE &&
            strcmp(f->result.inner, api->object_inner) == 0)
            f->result.kind = ARG_OBJECT;
    }
}

static bool takes_object(const ClientFunction *f)
{
    vec_each (ClientArg, arg, &f->args)
        if (arg->kind == ARG_OBJECT)
            return true;
    return false;
}

static bool can_call(const ClientFunction *f)
{
    vec_each (ClientArg, arg, &f->args)
        if (arg->kind == ARG_OTHER || arg->kind == ARG_VOID)
            return false;
    return f->result.kind != ARG_OTHER;
}

static void sort_functions(const ClientAsk *ask, ClientApi *api)
{
    vec_each (const ClientFunction, f, &api->functions) {
        bool listed = *ask->calls && is_listed(ask->calls, f->name);
        bool makes = f->result.kind == ARG_OBJECT && !takes_object(f);
        if (makes && !listed && !api->make)
            api->make = f;
        else if (has_word(f->name, init_words) && !listed && !makes)
            vec_push(&api->inits, f);
        else if (listed || (!*ask->calls && !makes && !has_word(f->name, end_words) && can_call(f)))
            vec_push(&api->calls, f);
    }
}

void client_read(Unit *u, const ClientAsk *ask, ClientApi *api)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f)) {
        size_t len;
        ClientFunction function;
        const char *name = LLVMGetValueName2(f, &len);
        if (is_wanted(u, ask, f, name) && read_function(u, f, &function))
            vec_push(&api->functions, function);
    }
    find_object(api);
    sort_functions(ask, api);
}
