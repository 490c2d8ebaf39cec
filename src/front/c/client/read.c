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
    case TAG_VOLATILE:
        inner = spell(u, debug_operand(u, type, TYPE_BASE));
        return inner ? arena_print(&u->arena,
                                   inner[strlen(inner) - 1] == '*' ? "%2$s %1$s" : "%1$s %2$s",
                                   tag == TAG_CONST ? "const" : "volatile", inner)
                     : NULL;
    case TAG_RESTRICT: /* a variable of the client is what it is */
        return spell(u, debug_operand(u, type, TYPE_BASE));
    case TAG_ATOMIC:
        inner = spell(u, debug_operand(u, type, TYPE_BASE));
        return inner ? arena_print(&u->arena, "_Atomic(%s)", inner) : NULL;
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

static bool is_atomic(Unit *u, LLVMMetadataRef type)
{
    while (type && (debug_tag(type) == TAG_TYPEDEF || debug_tag(type) == TAG_CONST ||
                    debug_tag(type) == TAG_VOLATILE))
        type = debug_operand(u, type, TYPE_BASE);
    return type && debug_tag(type) == TAG_ATOMIC;
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
    if (tag == TAG_STRUCT || tag == TAG_UNION || is_atomic(u, to)) /* threads share it */
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

/* Does it say how many elements the parameter before it or behind it has? */
static bool is_length(const ClientArg *arg)
{
    static const char *const words[] = {"len",  "size", "count", "num",   "max",
                                        "most", "cap",  "limit", "bytes", NULL};
    if (arg->kind != ARG_VALUE || arg->is_bool || arg->names.len)
        return false;
    for (const char *const *word = words; *word; word++)
        if (strstr(arg->name, *word))
            return true;
    return strlen(arg->name) == 1 && strchr("nkms", *arg->name);
}

static void find_arrays(ClientFunction *f)
{
    for (size_t k = 0; k < f->args.len; k++) {
        ClientArg *arg = &f->args.at[k];
        if (arg->kind == ARG_IN || arg->kind == ARG_OUT)
            arg->many = (k && is_length(arg - 1)) || (k + 1 < f->args.len && is_length(arg + 1));
    }
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
    find_arrays(function);
    return subprogram != NULL;
}

/* ---- which functions ---- */

/* Behind a comment, a directive, a literal that begins at p; p: none does. */
static const char *skip(const char *p, bool fresh)
{
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if ((p[0] == '/' && p[1] == '/') || (fresh && *p == '#')) {
        while (*p && *p != '\n') /* a directive may go on behind a backslash */
            p += p[0] == '\\' && p[1] ? 2 : 1;
    } else if (*p == '"' || *p == '\'') {
        char quote = *p++;
        while (*p && *p != quote)
            p += p[0] == '\\' && p[1] ? 2 : 1;
        p += *p == quote;
    }
    return p;
}

/* Does a header name it outside of comments, directives and bodies, with a parenthesis behind? */
static bool is_declared(const char *text, const char *name)
{
    size_t len = strlen(name);
    int depth = 0;
    bool fresh = true, linkage = false; /* behind `extern "C"` */
    for (const char *p = text; *p;) {
        const char *behind = skip(p, fresh);
        if (behind > p) {
            linkage = behind - p == 3 && strncmp(p, "\"C\"", 3) == 0;
            p = behind;
            continue;
        }
        fresh = *p == '\n' || (fresh && isspace((unsigned char)*p));
        depth += *p == '{' && !linkage;
        depth -= *p == '}' && depth;
        linkage &= isspace((unsigned char)*p) != 0;
        bool begins = p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_');
        p++;
        if (depth || !begins || strncmp(p - 1, name, len) != 0)
            continue;
        behind = p - 1 + len;
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
static const char *const init_words[] = {"init", "setup",  "construct", "create",
                                         "Init", "Create", NULL};
static const char *const new_words[] = {"new", "make", "alloc", "New", NULL};
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
            if (arg->kind == ARG_NODE && api->object && strcmp(arg->inner, api->object_inner) == 0)
                arg->kind = ARG_OBJECT;
            else if (arg->kind == ARG_OUT_ITEM && api->object &&
                     strcmp(arg->inner, api->object) == 0)
                arg->kind = ARG_OTHER; /* many objects, or another one */
        if (api->object && f->result.kind == ARG_NODE &&
            strcmp(f->result.inner, api->object_inner) == 0)
            f->result.kind = ARG_OBJECT;
    }
}

/* `typedef int NAME;` */
static bool is_type_of(const char *text, const char *name)
{
    size_t len = strlen(name);
    for (const char *p = strstr(text, "typedef"); p; p = strstr(p + 1, "typedef")) {
        const char *end = p + strcspn(p, ";");
        if ((size_t)(end - p) > len && strncmp(end - len, name, len) == 0 &&
            isspace((unsigned char)end[-(ptrdiff_t)len - 1]))
            return true;
    }
    return false;
}

/* No structure is, but an integer of a type of the header's own, which all functions take first. */
static void find_number(Unit *u, const ClientAsk *ask, ClientApi *api)
{
    const ClientArg *first = NULL;
    bool all = api->functions.len != 0, own = false;
    vec_each (const ClientFunction, f, &api->functions) {
        first = f->args.len && f->args.at[0].kind == ARG_OUT ? f->args.at : NULL;
        all = all && first && strcmp(first->inner, api->functions.at[0].args.at[0].inner) == 0;
    }
    for (size_t k = 0; all && k < ask->header_count; k++)
        own |= is_type_of(u->sources->files.at[ask->headers[k]].text, first->inner);
    if (!own)
        return;
    api->object = first->type;
    api->object_inner = first->inner;
    vec_each (ClientFunction, f, &api->functions)
        f->args.at[0].kind = ARG_OBJECT;
}

/* No structure is, but what a function makes, as a void *, and others take first. */
static void find_handle(ClientApi *api)
{
    ClientFunction *make = NULL;
    size_t takers = 0;
    vec_each (ClientFunction, f, &api->functions) {
        bool takes = f->args.len && f->args.at[0].kind == ARG_ITEM;
        takers += takes;
        if (!takes && f->result.kind == ARG_ITEM &&
            (has_word(f->name, init_words) || has_word(f->name, new_words)))
            make = f;
    }
    if (!make || !takers || has_word(make->name, (const char *const[]){"alloc", NULL}))
        return;
    api->object = api->object_inner = make->result.type;
    make->result.kind = ARG_OBJECT;
    vec_each (ClientFunction, f, &api->functions)
        if (f->args.len && f->args.at[0].kind == ARG_ITEM)
            f->args.at[0].kind = ARG_OBJECT;
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

/* Is it for main, before the threads start? */
static bool sets_up(const ClientFunction *f)
{
    bool plain = f->result.kind == ARG_VOID || f->result.kind == ARG_VALUE;
    return plain &&
           (has_word(f->name, init_words) || (has_word(f->name, new_words) && takes_object(f)));
}

static bool has_setup(const ClientApi *api)
{
    vec_each (const ClientFunction, f, &api->functions)
        if (sets_up(f) && takes_object(f))
            return true;
    return false;
}

/* ... or for whoever has no more use for the object?  set_delete(set, key) is a call like others, and so is
 * cache_clean(), unless somebody sets up what is cleaned. */
static bool ends(const ClientApi *api, const ClientFunction *f)
{
    static const char *const clean[] = {"clean", NULL};
    vec_each (ClientArg, arg, &f->args)
        if (arg->kind == ARG_VALUE || arg->kind == ARG_TEXT || arg->kind == ARG_IN)
            return false;
    bool ended = has_word(f->name, end_words) || (has_word(f->name, clean) && has_setup(api));
    return ended && (f->args.len || f->result.kind == ARG_VOID);
}

static void sort_functions(const ClientAsk *ask, ClientApi *api)
{
    vec_each (const ClientFunction, f, &api->functions) {
        bool listed = *ask->calls && is_listed(ask->calls, f->name);
        bool makes = f->result.kind == ARG_OBJECT && !takes_object(f);
        if (makes && !listed && !api->make)
            api->make = f;
        else if (sets_up(f) && !listed && !makes)
            vec_push(&api->inits, f);
        else if (listed || (!*ask->calls && !makes && !ends(api, f) && can_call(f)))
            vec_push(&api->calls, f);
        else
            vec_push(&api->left_out, f);
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
    if (!api->object)
        find_number(u, ask, api);
    if (!api->object)
        find_handle(api);
    sort_functions(ask, api);
}
