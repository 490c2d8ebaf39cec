/* ask.c -- what the client asks: hover, definitions, symbols, colours, code actions, commands. */
#include "lsp/lsp.h"

#include <string.h>
#include <unistd.h>

static const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* ---- hover ---- */

/* Is the region of that name, or a part of something of that name?  `account[].balance` is of `balance`. */
static bool is_region_of(const char *region, const char *name, size_t len)
{
    size_t end = strlen(region);
    while (end > 1 && region[end - 1] == ']' && region[end - 2] == '[')
        end -= 2;
    if (end < len || memcmp(region + end - len, name, len) != 0)
        return false;
    return end == len || strchr(". ", region[end - len - 1]);
}

/* `line 7 of FILE` is `line 7` to whoever looks at that file. */
static const char *without_file(const char *text, const char *path, Arena *arena)
{
    const char *name = arena_print(arena, " of %s", path);
    for (const char *at; (at = strstr(text, name));)
        text = arena_print(arena, "%.*s%s", (int)(at - text), text, at + strlen(name));
    return text;
}

static const char *tell_rule(const Document *d, const json_t *discipline, const char *code,
                             Arena *arena)
{
    const char *rule = string_of(discipline, "rule");
    const char *reason = without_file(string_of(discipline, "reason"), d->path, arena);
    const char *annotation = string_of(discipline, "annotation");
    static const char *const rules[][2] = {
        {"lock", "a lock"},
        {"private", "private: no two threads touch it while both could"},
        {"read-only", "not written since there was a second thread"},
        {"guarded", "guarded by a lock"},
        {"none", "no discipline"},
    };
    const char *text = rule;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (strcmp(rule, rules[k][0]) == 0)
            text = rules[k][1];
    if (*annotation)
        text = arena_print(arena, "%s %s%s%s", text, code, annotation, code);
    bool why = strcmp(rule, "none") == 0 || (!*annotation && *reason);
    return why ? arena_print(arena, "%s: %s", text, reason) : text;
}

static const char *tell_mover(const char *mover)
{
    static const char *const movers[][2] = {
        {"both", "moves both ways: no other thread can notice when it happens"},
        {"right", "right mover: it could as well happen later, as when a lock is taken"},
        {"left", "left mover: it could as well happen earlier, as when a lock is given back"},
        {"none", "no mover: other threads can notice when it happens"},
    };
    for (size_t k = 0; k < sizeof movers / sizeof *movers; k++)
        if (strcmp(mover, movers[k][0]) == 0)
            return movers[k][1];
    return mover;
}

static const char *tell_regions(const Server *s, const Document *d, const Scan *scan, size_t lexeme,
                                Arena *arena)
{
    const char *bold = s->plain_hovers ? "" : "**", *code = s->plain_hovers ? "" : "`";
    const Lexeme *l = &scan->all.at[lexeme];
    const char *text = "";
    size_t k;
    json_t *one;
    json_array_foreach(json_object_get(d->inferred, "disciplines"), k, one)
    {
        const char *region = string_of(one, "region");
        if (l->kind == LEXEME_NAME && is_region_of(region, scan->text + l->at, l->len))
            text = arena_print(arena, "%s%s%s%s: %s\n\n", text, bold, region, bold,
                               tell_rule(d, one, code, arena));
    }
    return text;
}

static bool is_same_file(Server *s, const Document *d, const char *file)
{
    Arena arena = {0};
    bool same = strcmp(uri_of_file(s, file, &arena), d->uri) == 0;
    arena_free(&arena);
    return same;
}

/* All kinds of movers in the line, each once. */
static const char *tell_line(Server *s, const Document *d, json_int_t line, Arena *arena)
{
    const char *text = "", *kinds = "";
    size_t k;
    json_t *one;
    json_array_foreach(json_object_get(d->inferred, "movers"), k, one)
    {
        const char *mover = string_of(one, "mover");
        if (json_integer_value(json_object_get(one, "line")) != line || strstr(kinds, mover) ||
            !is_same_file(s, d, string_of(one, "file")))
            continue;
        kinds = arena_print(arena, "%s %s", kinds, mover);
        text = arena_print(arena, "%s%s %s\n\n", text,
                           s->plain_hovers ? "this line" : "*this line*", tell_mover(mover));
    }
    return text;
}

static void answer_hover(Server *s, const json_t *id, Document *d, const json_t *params)
{
    Arena arena = {0};
    Scan scan;
    lexemes_begin(&scan, d->text.at, d->text.len, d->language);
    const json_t *position = json_object_get(params, "position");
    size_t lexeme = lexemes_find(&scan, place_offset(d, position));
    json_int_t line = json_integer_value(json_object_get(position, "line")) + 1;
    const char *text = lexeme < scan.all.len ? tell_regions(s, d, &scan, lexeme, &arena) : "";
    text = arena_print(&arena, "%s%s", text, tell_line(s, d, line, &arena));
    if (*text && !json_is_true(json_object_get(d->inferred, "complete")))
        text = arena_print(&arena, "%sso far (not all runs were looked at)\n", text);
    else if (*text && d->inferred_serial != d->serial)
        text = arena_print(&arena, "%sas it was when the file was saved\n", text);
    wire_answer(s, id,
                *text ? json_pack("{s:{s:s, s:s}}", "contents", "kind",
                                  s->plain_hovers ? "plaintext" : "markdown", "value", text)
                      : json_null());
    lexemes_free(&scan);
    arena_free(&arena);
}

/* ---- annotations ---- */

/* Is there an annotation in the rest of the line already? */
static bool is_annotated(const Document *d, size_t at)
{
    size_t len = strcspn(d->text.at + at, "\n");
    return memmem(d->text.at + at, len, "/*@", 3) || memmem(d->text.at + at, len, "//@", 3);
}

typedef struct Paste {
    Document *d;
    Scan scan;
    Arena arena;
    json_t *edits;      /* of all */
    VEC(size_t) places; /* of the actions that are offered, in order */
} Paste;

/* Where an inferred annotation could be written: the edit; NULL: nowhere. */
static json_t *edit_of(Paste *p, const json_t *discipline, size_t *declared)
{
    const char *annotation = string_of(discipline, "annotation");
    size_t at = *annotation ? place_find(&p->scan, p->d->language, string_of(discipline, "region"),
                                         declared)
                            : SIZE_MAX;
    if (at == SIZE_MAX || is_annotated(p->d, at))
        return NULL;
    return json_pack("{s:o, s:s}", "range", place_span(p->d, at, at), "newText",
                     arena_print(&p->arena, " %s", annotation));
}

static json_t *changes(const Document *d, json_t *edits)
{
    json_t *all = json_object();
    json_object_set_new(all, d->uri, edits);
    return json_pack("{s:o}", "changes", all);
}

/* Those of one line come in the order of their declarations. */
static void offer(Paste *p, const json_t *discipline, json_t *edit, size_t declared,
                  json_t *actions)
{
    size_t k = p->places.len;
    vec_push(&p->places, declared);
    for (; k > 0 && p->places.at[k - 1] > declared; k--)
        p->places.at[k] = p->places.at[k - 1];
    p->places.at[k] = declared;
    const char *title =
        arena_print(&p->arena, "Annotate %s as heddle infers: %s", string_of(discipline, "region"),
                    string_of(discipline, "annotation"));
    json_array_insert_new(actions, k,
                          json_pack("{s:s, s:s, s:o}", "title", title, "kind", "refactor", "edit",
                                    changes(p->d, json_pack("[O]", edit))));
}

static void add_annotations(Paste *p, const json_t *range, json_t *actions)
{
    size_t k, declared = 0;
    json_t *one;
    json_int_t first = json_integer_value(json_object_get(json_object_get(range, "start"), "line"));
    json_int_t last = json_integer_value(json_object_get(json_object_get(range, "end"), "line"));
    json_array_foreach(json_object_get(p->d->inferred, "disciplines"), k, one)
    {
        json_t *edit = edit_of(p, one, &declared), *position;
        if (!edit)
            continue;
        json_array_append(p->edits, edit);
        position = place_position(p->d, declared);
        json_int_t line = json_integer_value(json_object_get(position, "line"));
        json_decref(position);
        if (actions && line >= first && line <= last)
            offer(p, one, edit, declared, actions);
        json_decref(edit);
    }
}

static void paste_begin(Paste *p, Document *d)
{
    *p = (Paste){.d = d, .edits = json_array()};
    lexemes_begin(&p->scan, d->text.at, d->text.len, d->language);
}

static void paste_end(Paste *p)
{
    json_decref(p->edits);
    vec_free(&p->places);
    lexemes_free(&p->scan);
    arena_free(&p->arena);
}

static bool is_fresh(const Document *d)
{
    return d->inferred && d->inferred_serial == d->serial;
}

static json_t *command(const char *title, const char *name, const Document *d)
{
    return json_pack("{s:s, s:s, s:{s:s, s:s, s:[s]}}", "title", title, "kind", "source", "command",
                     "title", title, "command", name, "arguments", d->uri);
}

static void answer_actions(Server *s, const json_t *id, Document *d, const json_t *params)
{
    json_t *actions = json_array();
    Paste p;
    paste_begin(&p, d);
    if (is_fresh(d))
        add_annotations(&p, json_object_get(params, "range"), actions);
    if (json_array_size(p.edits) > 1)
        json_array_append_new(
            actions, json_pack("{s:s, s:s, s:o}", "title",
                               arena_print(&p.arena, "Write all %zu inferred annotations",
                                           json_array_size(p.edits)),
                               "kind", "source", "edit", changes(d, json_incref(p.edits))));
    if (d->trace) {
        json_array_append_new(actions, command("heddle: show the run", "heddle.page", d));
        if (d->language == LANGUAGE_C)
            json_array_append_new(
                actions, command("heddle: replay the run on the real program", "heddle.native", d));
    }
    paste_end(&p);
    wire_answer(s, id, actions);
}

/* ---- commands ---- */

static void tell_page(Server *s, const char *path)
{
    Arena arena = {0};
    wire_notify(s, "window/showMessage",
                json_pack("{s:i, s:s}", "type", 3, "message",
                          arena_print(&arena, "heddle: the page of the run is %s", path)));
    arena_free(&arena);
}

/* The client answers: could it show the page? */
void ask_answered(Server *s, const json_t *message)
{
    const json_t *result = json_object_get(message, "result");
    if (json_integer_value(json_object_get(message, "id")) != s->shown_request || !*s->shown)
        return;
    if (!json_is_true(json_object_get(result, "success")))
        tell_page(s, s->shown);
    *s->shown = 0;
}

static void show_page(Server *s, const json_t *id, const Document *d, bool shown)
{
    Arena arena = {0};
    const char *path = job_file(s, d, "page.html", &arena);
    const char *uri = uri_of_path(path, &arena);
    if (access(path, R_OK) != 0)
        wire_refuse(s, id, WIRE_PARAMS,
                    "there is no page: the check has not ended, or the file does not compile");
    else {
        if (shown && s->shows_documents) {
            wire_request(s, "window/showDocument",
                         json_pack("{s:s, s:b}", "uri", uri, "external", 1));
            s->shown_request = s->last_request;
            snprintf(s->shown, sizeof s->shown, "%s", path);
        } else if (shown)
            tell_page(s, path);
        wire_answer(s, id, json_string(uri));
    }
    arena_free(&arena);
}

static void annotate(Server *s, const json_t *id, Document *d)
{
    Paste p;
    paste_begin(&p, d);
    add_annotations(&p, NULL, NULL);
    if (json_array_size(p.edits))
        wire_request(s, "workspace/applyEdit",
                     json_pack("{s:s, s:o}", "label", "what heddle infers", "edit",
                               changes(d, json_incref(p.edits))));
    wire_answer(s, id, json_integer((json_int_t)json_array_size(p.edits)));
    paste_end(&p);
}

static void take_command(Server *s, const json_t *id, const json_t *params)
{
    const char *name = string_of(params, "command");
    const json_t *arguments = json_object_get(params, "arguments");
    const char *uri = json_string_value(json_array_get(arguments, 0));
    Document *d = document_find(s, uri);
    if (!d)
        wire_refuse(s, id, WIRE_PARAMS, "the argument is the URI of an open file");
    else if (strcmp(name, "heddle.check") == 0 || strcmp(name, "heddle.stop") == 0) {
        if (strcmp(name, "heddle.check") == 0)
            job_ask(s, d);
        else
            job_drop(s, d);
        wire_answer(s, id, json_null());
    } else if (strcmp(name, "heddle.trace") == 0)
        wire_answer(s, id, d->trace ? json_incref(d->trace) : json_array());
    else if (strcmp(name, "heddle.page") == 0) /* [uri, false]: the client shows it itself */
        show_page(s, id, d, !json_is_false(json_array_get(arguments, 1)));
    else if (strcmp(name, "heddle.native") == 0)
        job_native(s, d, id);
    else if (strcmp(name, "heddle.annotate") == 0)
        annotate(s, id, d);
    else
        wire_refuse(s, id, WIRE_NO_METHOD, "heddle has no such command");
}

/* ---- requests ---- */

static bool needs_infer(const char *method, const json_t *params)
{
    return strcmp(method, "textDocument/hover") == 0 ||
           strcmp(method, "textDocument/codeAction") == 0 ||
           (strcmp(method, "workspace/executeCommand") == 0 &&
            strcmp(string_of(params, "command"), "heddle.annotate") == 0);
}

static void answer(Server *s, const json_t *id, const char *method, Document *d,
                   const json_t *params)
{
    bool outlined = d->language == LANGUAGE_ZING || d->language == LANGUAGE_SPL;
    if (strcmp(method, "textDocument/hover") == 0)
        answer_hover(s, id, d, params);
    else if (strcmp(method, "textDocument/codeAction") == 0)
        answer_actions(s, id, d, params);
    else if (strcmp(method, "workspace/executeCommand") == 0)
        take_command(s, id, params);
    else if (!outlined)
        wire_answer(s, id, json_null());
    else if (strcmp(method, "textDocument/definition") == 0)
        wire_answer(s, id,
                    outline_definition(d, place_offset(d, json_object_get(params, "position"))));
    else if (strcmp(method, "textDocument/documentSymbol") == 0)
        wire_answer(s, id, outline_symbols(d));
    else
        wire_answer(s, id, outline_tokens(d));
}

bool ask_take(Server *s, const json_t *id, const char *method, const json_t *params)
{
    static const char *const known[] = {"textDocument/hover", "textDocument/codeAction",
                                        "textDocument/definition", "textDocument/documentSymbol",
                                        "textDocument/semanticTokens/full"};
    bool executes = strcmp(method, "workspace/executeCommand") == 0, is_known = executes;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        is_known |= strcmp(method, known[k]) == 0;
    if (!is_known)
        return false;
    const char *uri =
        executes ? json_string_value(json_array_get(json_object_get(params, "arguments"), 0))
                 : string_of(json_object_get(params, "textDocument"), "uri");
    Document *d = document_find(s, uri);
    if (!d && executes)
        take_command(s, id, params);
    else if (!d)
        wire_answer(s, id, json_null());
    else if (needs_infer(method, params) && !is_fresh(d) && !(d->unsaved && d->inferred) &&
             d->inferred_serial != d->serial) {
        Waiting w = {json_deep_copy(id), json_string(method), json_deep_copy(params), d};
        vec_push(&s->waiting, w);
        job_infer(s, d);
    } else
        answer(s, id, method, d, params);
    return true;
}

static void free_waiting(Waiting *w)
{
    json_decref(w->id);
    json_decref(w->method);
    json_decref(w->params);
}

void ask_inferred(Server *s, Document *d)
{
    size_t kept = 0;
    vec_each (Waiting, w, &s->waiting) {
        if (w->document == d) {
            answer(s, w->id, json_string_value(w->method), d, w->params);
            free_waiting(w);
        } else
            s->waiting.at[kept++] = *w;
    }
    s->waiting.len = kept;
}

void ask_cancel(Server *s, const json_t *id)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->children.len; i++)
        if (s->children.at[i]->request && json_equal(s->children.at[i]->request, id))
            child_stop(s, s->children.at[i]);
    vec_each (Waiting, w, &s->waiting) {
        if (json_equal(w->id, id)) {
            wire_refuse(s, id, WIRE_CANCELLED, "cancelled");
            free_waiting(w);
        } else
            s->waiting.at[kept++] = *w;
    }
    s->waiting.len = kept;
}
