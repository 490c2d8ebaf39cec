/* write.c -- the text of a client; see client.h.
 *
 *   main           --first, or the function that makes the object and those that initialise it;
 *                  starts the threads, waits for them; --last
 *   client         a thread: it calls, whatever it chooses, as often as it may
 *   call_FUNCTION  chooses arguments, and tells of the call and of its result
 *
 * Whatever a function is given or gives back becomes numbers: an item is 0 if it is null, its
 * number if it is one of the client's, -1 if it is another. */
#include <ctype.h>
#include <stdlib.h>

#include "front/c/client/client.h"

typedef VEC(char) Text;

__attribute__((format(printf, 2, 3))) static void put(Text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    vec_reserve(text, text->len + (size_t)len + 1);
    vsnprintf(text->at + text->len, (size_t)len + 1, format, again);
    va_end(again);
    text->len += (size_t)len;
}

enum { MANY = 4 }; /* elements of an array of the client */

typedef struct Writer {
    Text text;
    const ClientAsk *ask;
    const ClientApi *api;
    bool items, nodes, texts, arrays; /* there are such */
    const char *node_type;
} Writer;

/* ---- values ---- */

static size_t without_commas(const char *list, size_t len)
{
    while (len && (list[len - 1] == ',' || list[len - 1] == ' '))
        len--;
    return len;
}

/* The values that --values has for a parameter: `1,2` or by its name `key=1,2;value=fresh`. */
static const char *values_of(const Writer *w, const char *name, size_t *len, bool *named)
{
    const char *others = "1,2";
    size_t others_len = strlen(others);
    *named = false;
    for (const char *at = w->ask->values; *at;) {
        size_t part = strcspn(at, ";"), head = strcspn(at, "=");
        if (head >= part) {
            others = at;
            others_len = part;
        } else if (strlen(name) == head && strncmp(at, name, head) == 0) {
            *len = without_commas(at + head + 1, part - head - 1);
            *named = true;
            return at + head + 1;
        }
        at += part + (at[part] == ';');
    }
    *len = without_commas(others, others_len);
    return others;
}

/* `(int[]){1, 2}[heddle_choose(0, 1)]` */
static void put_value(Writer *w, const ClientArg *arg, const char *type)
{
    size_t len;
    bool named;
    const char *values = values_of(w, arg->name, &len, &named);
    unsigned count = 1;
    if (arg->names.len) {
        put(&w->text, "(%s[]){", type);
        vec_each (const char *, name, &arg->names)
            put(&w->text, "%s%s", name == arg->names.at ? "" : ", ", *name);
        put(&w->text, "}[heddle_choose(0, %zu)]", arg->names.len - 1);
    } else if (arg->is_bool) {
        put(&w->text, "heddle_choose(0, 1)");
    } else if (len == 5 && strncmp(values, "fresh", 5) == 0) {
        put(&w->text, "(%s)(thread * CALLS + k + 1)", type);
    } else {
        for (size_t k = 0; k < len; k++)
            count += values[k] == ',';
        if (count == 1)
            put(&w->text, "%.*s", (int)len, values);
        else
            put(&w->text, "(%s[]){%.*s}[heddle_choose(0, %u)]", type, (int)len, values, count - 1);
    }
}

/* ---- a call ---- */

static bool is_told(const ClientArg *arg)
{
    return arg->kind == ARG_VALUE || arg->kind == ARG_TEXT || arg->kind == ARG_ITEM ||
           arg->kind == ARG_NODE || arg->kind == ARG_IN;
}

/* A pointer to many of them: each is one more than the one before it; or all are 0. */
static void put_array(Writer *w, const ClientArg *arg, size_t n)
{
    put(&w->text, "    %s a%zu[MANY] = {", arg->inner, n);
    if (arg->kind == ARG_IN)
        put_value(w, arg, arg->inner);
    else
        put(&w->text, "0");
    put(&w->text, "};\n");
    if (arg->kind == ARG_IN)
        put(&w->text, "    for (int i = 1; i < MANY; i++)\n        a%zu[i] = (%s)(a%zu[0] + i);\n",
            n, arg->inner, n);
}

/* The variables of the arguments. */
static void put_variables(Writer *w, const ClientFunction *f)
{
    for (size_t n = 0; n < f->args.len; n++) {
        const ClientArg *arg = &f->args.at[n];
        if (arg->many) {
            put_array(w, arg, n);
            continue;
        }
        switch (arg->kind) {
        case ARG_VALUE:
        case ARG_IN:
            put(&w->text, "    %s a%zu = ", arg->kind == ARG_IN ? arg->inner : arg->type, n);
            put_value(w, arg, arg->kind == ARG_IN ? arg->inner : arg->type);
            put(&w->text, ";\n");
            break;
        case ARG_TEXT:
        case ARG_ITEM:
            put(&w->text, "    int a%zu = (int)heddle_choose(1, 2);\n", n);
            break;
        case ARG_NODE:
            put(&w->text, "    int a%zu = thread * CALLS + k + 1;\n", n);
            break;
        case ARG_OUT:
            put(&w->text, "    %s a%zu = 0;\n", arg->inner, n);
            break;
        case ARG_OUT_ITEM:
            put(&w->text, "    %s a%zu = 0;\n", arg->inner, n);
            break;
        case ARG_OBJECT:
        case ARG_VOID:
        case ARG_OTHER:
            break;
        }
    }
}

static void put_argument(Writer *w, const ClientArg *arg, size_t n)
{
    switch (arg->kind) {
    case ARG_VALUE:
        put(&w->text, "a%zu", n);
        break;
    case ARG_IN:
    case ARG_OUT:
    case ARG_OUT_ITEM:
        put(&w->text, "%sa%zu", arg->many ? "" : "&", n);
        break;
    case ARG_TEXT:
        put(&w->text, "texts[a%zu]", n);
        break;
    case ARG_ITEM:
        put(&w->text, "&items[a%zu]", n);
        break;
    case ARG_NODE:
        put(&w->text, "&nodes[a%zu]", n);
        break;
    case ARG_OBJECT:
        put(&w->text, "object");
        break;
    case ARG_VOID:
    case ARG_OTHER:
        put(&w->text, "/* no value is known for this */");
        break;
    }
}

static bool is_pointer(ArgKind kind)
{
    return kind == ARG_ITEM || kind == ARG_NODE || kind == ARG_TEXT || kind == ARG_OBJECT ||
           kind == ARG_IN || kind == ARG_OUT || kind == ARG_OUT_ITEM;
}

/* `"push({1})", (long long)a1` */
static void put_told(Writer *w, const ClientFunction *f)
{
    unsigned n = 0;
    put(&w->text, "\"%s(", f->name);
    vec_each (ClientArg, arg, &f->args)
        if (is_told(arg)) {
            n++;
            put(&w->text, "%s%s{%u}", n > 1 ? ", " : "",
                arg->kind == ARG_ITEM   ? "item "
                : arg->kind == ARG_NODE ? "node "
                : arg->kind == ARG_TEXT ? "text "
                                        : "",
                n);
        }
    put(&w->text, ")\"");
    for (size_t k = 0; k < f->args.len; k++)
        if (is_told(&f->args.at[k]))
            put(&w->text, ", (long long)a%zu%s", k, f->args.at[k].many ? "[0]" : "");
}

/* `"{1}, out = {2}", (long long)result, (long long)a1` */
static void put_result(Writer *w, const ClientFunction *f)
{
    unsigned n = f->result.kind != ARG_VOID;
    put(&w->text, "\"%s%s", is_pointer(f->result.kind) ? "item " : "", n ? "{1}" : "");
    vec_each (ClientArg, arg, &f->args)
        if (arg->kind == ARG_OUT || arg->kind == ARG_OUT_ITEM) {
            n++;
            put(&w->text, "%s*%s = %s{%u}", n > 1 ? ", " : "", arg->name,
                arg->kind == ARG_OUT_ITEM ? "item " : "", n);
            for (int i = 1; arg->many && i < MANY; i++)
                put(&w->text, " {%u}", ++n);
        }
    put(&w->text, "\"");
    if (is_pointer(f->result.kind))
        put(&w->text, ", number_of((const void *)result)");
    else if (f->result.kind != ARG_VOID)
        put(&w->text, ", (long long)result");
    for (size_t k = 0; k < f->args.len; k++)
        if (f->args.at[k].many && f->args.at[k].kind == ARG_OUT)
            for (int i = 0; i < MANY; i++)
                put(&w->text, ", (long long)a%zu[%d]", k, i);
        else if (f->args.at[k].kind == ARG_OUT)
            put(&w->text, ", (long long)a%zu", k);
        else if (f->args.at[k].kind == ARG_OUT_ITEM)
            put(&w->text, ", number_of((const void *)a%zu)", k);
}

static void put_call(Writer *w, const ClientFunction *f)
{
    bool uses_k = false;
    put(&w->text, "\nstatic void call_%s(int thread, int k)\n{\n", f->name);
    size_t before = w->text.len;
    put_variables(w, f);
    put(&w->text, "%s", "");
    uses_k = strstr(w->text.at + before, "* CALLS + k") != NULL;
    if (!uses_k)
        put(&w->text, "    (void)k;\n");
    put(&w->text, "    heddle_call(&history, thread, ");
    put_told(w, f);
    put(&w->text, ");\n    %s%s%s(", f->result.kind == ARG_VOID ? "" : f->result.type,
        f->result.kind == ARG_VOID ? "" : " result = ", f->name);
    for (size_t n = 0; n < f->args.len; n++) {
        put(&w->text, "%s", n ? ", " : "");
        put_argument(w, &f->args.at[n], n);
    }
    put(&w->text, ");\n    heddle_return(&history, thread, ");
    put_result(w, f);
    put(&w->text, ");\n}\n");
}

/* ---- the rest ---- */

static void find_needs(Writer *w)
{
    vec_each (const ClientFunction *, f, &w->api->calls) {
        w->items |= is_pointer((*f)->result.kind);
        vec_each (const ClientArg, arg, &(*f)->args) {
            w->items |= arg->kind == ARG_ITEM || arg->kind == ARG_OUT_ITEM;
            w->texts |= arg->kind == ARG_TEXT;
            w->arrays |= arg->many;
            if (arg->kind == ARG_NODE) {
                w->nodes = w->items = true;
                w->node_type = arg->inner;
            }
        }
    }
}

static void put_head(Writer *w)
{
    const ClientAsk *ask = w->ask;
    put(&w->text,
        "/* A client that heddle wrote: %u threads, each of which makes up to %u calls, in "
        "any order.\n * Change it, and check it with: heddle check --library THIS-FILE "
        "FILES */\n",
        ask->threads, ask->most_calls);
    put(&w->text, "#include <pthread.h>\n#include <heddle.h>\n");
    for (size_t k = 0; k < ask->include_count; k++)
        put(&w->text, "#include \"%s\"\n", ask->includes[k]);
    put(&w->text, "\nenum { THREADS = %u, CALLS = %u%s };\n\n", ask->threads, ask->most_calls,
        w->arrays ? ", MANY = 4" : "");
    put(&w->text, "static heddle_history history;\n");
    if (w->api->object && w->api->make)
        put(&w->text, "static %s%sobject;\n", w->api->object,
            w->api->object[strlen(w->api->object) - 1] == '*' ? "" : " ");
    else if (w->api->object)
        put(&w->text, "static %s the_object;\n#define object (&the_object)\n",
            w->api->object_inner);
    if (w->texts)
        put(&w->text, "static const char *const texts[] = {\"\", \"a\", \"b\"};\n");
    if (w->items)
        put(&w->text, "static int items[3];\n");
    if (w->nodes)
        put(&w->text, "static %s nodes[THREADS * CALLS + 1];\n", w->node_type);
}

/* What a pointer is to the client. */
static void put_numbers(Writer *w)
{
    if (!w->items)
        return;
    put(&w->text, "\nstatic long long number_of(const void *pointer)\n{\n"
                  "    if (!pointer)\n        return 0;\n"
                  "    for (int n = 1; n < 3; n++)\n"
                  "        if (pointer == (const void *)&items[n])\n            return n;\n");
    if (w->nodes)
        put(&w->text, "    for (int n = 1; n <= THREADS * CALLS; n++)\n"
                      "        if (pointer == (const void *)&nodes[n])\n            return n;\n");
    put(&w->text, "    return -1;\n}\n");
}

static void put_client(Writer *w)
{
    const ClientApi *api = w->api;
    put(&w->text,
        "\nstatic void *client(void *argument)\n{\n    int thread = "
        "(int)(long)argument;\n    for (int k = 0; k < CALLS && heddle_more(&history, "
        "thread, k); k++)\n        switch (heddle_choose(0, %zu)) {\n",
        api->calls.len ? api->calls.len - 1 : 0);
    for (size_t n = 0; n < api->calls.len; n++)
        put(&w->text, "        case %zu:\n            call_%s(thread, k);\n            break;\n", n,
            api->calls.at[n]->name);
    put(&w->text, "        }\n    return NULL;\n}\n");
}

/* A call that main makes: numbers are 2, a size that is small. */
static void put_setup(Writer *w, const ClientFunction *f)
{
    for (size_t n = 0; n < f->args.len; n++) {
        put(&w->text, "%s", n ? ", " : "");
        const ClientArg *arg = &f->args.at[n];
        size_t len;
        bool given;
        const char *values = values_of(w, arg->name, &len, &given);
        if (arg->kind == ARG_OBJECT)
            put(&w->text, "object");
        else if (arg->kind == ARG_VALUE)
            put(&w->text, "%.*s", given ? (int)strcspn(values, ",;") : 1, given ? values : "2");
        else
            put(&w->text, "0");
    }
    put(&w->text, ");\n");
}

static void put_main(Writer *w)
{
    const ClientApi *api = w->api;
    put(&w->text, "\nint main(void)\n{\n    pthread_t threads[THREADS];\n");
    if (*w->ask->first) {
        put(&w->text, "    %s\n", w->ask->first);
    } else {
        if (api->make && api->object) {
            put(&w->text, "    object = %s(", api->make->name);
            put_setup(w, api->make);
        }
        vec_each (const ClientFunction *, f, &api->inits) {
            put(&w->text, "    %s(", (*f)->name);
            put_setup(w, *f);
        }
    }
    put(&w->text, "    for (long t = 0; t < THREADS; t++)\n"
                  "        pthread_create(&threads[t], NULL, client, (void *)t);\n"
                  "    for (int t = 0; t < THREADS; t++)\n"
                  "        pthread_join(threads[t], NULL);\n");
    if (*w->ask->last)
        put(&w->text, "    %s\n", w->ask->last);
    put(&w->text, "    return 0;\n}\n");
}

const char *client_write(Arena *arena, const ClientAsk *ask, const ClientApi *api)
{
    Writer w = {.ask = ask, .api = api};
    find_needs(&w);
    put_head(&w);
    put_numbers(&w);
    vec_each (const ClientFunction *, f, &api->calls)
        put_call(&w, *f);
    put_client(&w);
    put_main(&w);
    const char *text = arena_copy(arena, w.text.at, w.text.len);
    vec_free(&w.text);
    return text;
}
