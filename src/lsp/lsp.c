/* lsp.c -- the loop, and the messages of a session: who is open, what has changed, when it ends. */
#include "lsp/lsp.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <dirent.h>

#include "base/budget.h"
#include "base/version.h"

enum { TICK = 100 }; /* milliseconds: how often children are looked after */

static const char *text_in(const json_t *params, const char *object, const char *key)
{
    return json_string_value(json_object_get(json_object_get(params, object), key));
}

static Document *document_in(Server *s, const json_t *params)
{
    return document_find(s, text_in(params, "textDocument", "uri"));
}

/* ---- the beginning ---- */

static json_t *capabilities(void)
{
    static const char *const commands[] = {"heddle.check", "heddle.stop",   "heddle.trace",
                                           "heddle.page",  "heddle.native", "heddle.annotate"};
    json_t *names = json_array();
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        json_array_append_new(names, json_string(commands[k]));
    return json_pack(
        "{s:{s:b, s:i, s:{s:b}}, s:b, s:b, s:b, s:{s:[s, s]}, s:{s:o}, s:{s:o, s:b}, s:s}",
        "textDocumentSync", "openClose", 1, "change", 1, "save", "includeText", 0, "hoverProvider",
        1, "definitionProvider", 1, "documentSymbolProvider", 1, "codeActionProvider",
        "codeActionKinds", "refactor", "source", "executeCommandProvider", "commands", names,
        "semanticTokensProvider", "legend", outline_legend(), "full", 1, "positionEncoding",
        "utf-16");
}

static bool is_set(const json_t *params, const char *a, const char *b, const char *c)
{
    const json_t *at = json_object_get(json_object_get(params, a), b);
    return json_is_true(c ? json_object_get(at, c) : at);
}

/* Does the client name formats, and Markdown is none of them? */
static bool reads_plain_text(const json_t *formats)
{
    size_t k;
    json_t *one;
    bool markdown = json_array_size(formats) == 0;
    json_array_foreach(formats, k, one) markdown |=
        json_is_string(one) && strcmp(json_string_value(one), "markdown") == 0;
    return !markdown;
}

static void initialize(Server *s, const json_t *id, const json_t *params)
{
    const json_t *client = json_object_get(params, "capabilities");
    const json_t *options = json_object_get(params, "initializationOptions");
    s->shows_progress = is_set(client, "window", "workDoneProgress", NULL);
    s->shows_documents = is_set(client, "window", "showDocument", "support");
    s->plain_hovers = reads_plain_text(json_object_get(
        json_object_get(json_object_get(client, "textDocument"), "hover"), "contentFormat"));
    s->watches_files = is_set(client, "workspace", "didChangeWatchedFiles", "dynamicRegistration");
    s->checks_changes = json_is_true(json_object_get(options, "checkOnChange"));
    s->ready = true;
    wire_answer(s, id,
                json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(), "serverInfo",
                          "name", "heddle", "version", HEDDLE_VERSION));
}

/* The client is asked to tell of files that others write. */
static void initialized(Server *s, const json_t *params)
{
    (void)params;
    if (s->watches_files)
        wire_request(s, "client/registerCapability",
                     json_pack("{s:[{s:s, s:s, s:{s:[{s:s}]}}]}", "registrations", "id", "files",
                               "method", "workspace/didChangeWatchedFiles", "registerOptions",
                               "watchers", "globPattern", "**/*.{c,h,zing,spl,toml}"));
}

/* ---- documents ---- */

static void did_open(Server *s, const json_t *params)
{
    const char *uri = text_in(params, "textDocument", "uri");
    const char *language = text_in(params, "textDocument", "languageId");
    const json_t *text = json_object_get(json_object_get(params, "textDocument"), "text");
    if (!uri || !json_is_string(text) || document_find(s, uri))
        return;
    Document *d = document_open(s, uri, language ? language : "", json_string_value(text),
                                json_string_length(text));
    job_ask(s, d);
}

/* Whatever is asked about the old text is overtaken. */
static void did_change(Server *s, const json_t *params)
{
    enum { QUIET_MILLISECONDS = 400 };
    Document *d = document_in(s, params);
    const json_t *changes = json_object_get(params, "contentChanges");
    const json_t *last = json_array_get(changes, json_array_size(changes) - 1);
    const json_t *text = json_object_get(last, "text");
    if (!d || !json_is_string(text))
        return;
    document_set(d, json_string_value(text), json_string_length(text));
    d->unsaved = true;
    job_drop(s, d);
    if (s->checks_changes)
        d->due = budget_now() + QUIET_MILLISECONDS / 1000.0;
}

/* Other documents that have read this file, when it was another one. */
static void ask_readers(Server *s, const Document *d, const char *path)
{
    for (size_t i = 0; i < s->documents.len; i++) {
        Document *reader = s->documents.at[i];
        if (reader != d && reader->open && strcmp(reader->path, path) != 0 &&
            reads_changed(reader, path) && !(d && job_shares(d, reader)))
            job_ask(s, reader);
    }
}

/* Files that somebody else has written: another editor, git. */
static void did_change_files(Server *s, const json_t *params)
{
    size_t k;
    json_t *one;
    json_array_foreach(json_object_get(params, "changes"), k, one)
    {
        const char *uri = json_string_value(json_object_get(one, "uri"));
        char *path = uri ? path_of_uri(uri) : NULL;
        if (path)
            ask_readers(s, NULL, path);
        memory_free(path);
    }
}

/* Who has saved what was checked already has the answer. */
static void did_save(Server *s, const json_t *params)
{
    Document *d = document_in(s, params);
    if (!d)
        return;
    d->unsaved = false;
    ask_readers(s, d, d->path);
    if (job_is_settled(d)) {
        result_publish(s, d->uri);
        return;
    }
    job_ask(s, d);
    for (size_t i = 0; i < s->documents.len; i++) { /* another file of the same program */
        Document *other = s->documents.at[i];
        if (other != d && other->is_file && job_shares(other, d))
            result_forget(s, other); /* what is true of it now, the check of this one tells */
    }
}

static void did_close(Server *s, const json_t *params)
{
    Document *d = document_in(s, params);
    if (!d)
        return;
    job_drop(s, d);
    d->open = false;
    d->due = 0;
    result_forget(s, d);
}

/* ---- messages ---- */

static void cancel_progress(Server *s, const json_t *params)
{
    json_int_t token = json_integer_value(json_object_get(params, "token"));
    for (size_t i = 0; i < s->children.len; i++)
        if (token && s->children.at[i]->token == (uint32_t)token)
            child_stop(s, s->children.at[i]);
}

static void take_notification(Server *s, const char *method, const json_t *params)
{
    static const struct {
        const char *method;
        void (*take)(Server *s, const json_t *params);
    } known[] = {{"initialized", initialized},
                 {"textDocument/didOpen", did_open},
                 {"textDocument/didChange", did_change},
                 {"textDocument/didSave", did_save},
                 {"textDocument/didClose", did_close},
                 {"workspace/didChangeWatchedFiles", did_change_files},
                 {"window/workDoneProgress/cancel", cancel_progress}};
    if (strcmp(method, "exit") == 0)
        s->exits = true;
    else if (strcmp(method, "$/cancelRequest") == 0)
        ask_cancel(s, json_object_get(params, "id"));
    for (size_t k = 0; s->ready && !s->stopping && k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].method, method) == 0)
            known[k].take(s, params);
}

static void take_request(Server *s, const json_t *id, const char *method, const json_t *params)
{
    if (strcmp(method, "initialize") == 0 && !s->ready)
        initialize(s, id, params);
    else if (!s->ready)
        wire_refuse(s, id, WIRE_NOT_READY, "initialize comes first");
    else if (s->stopping || strcmp(method, "initialize") == 0)
        wire_refuse(s, id, WIRE_INVALID, s->stopping ? "the server shuts down" : "once is enough");
    else if (strcmp(method, "shutdown") == 0) {
        s->stopping = true;
        wire_answer(s, id, json_null());
    } else if (!ask_take(s, id, method, params))
        wire_refuse(s, id, WIRE_NO_METHOD, "heddle has no such method");
}

static void take_message(Server *s, const json_t *message)
{
    const json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *params = json_object_get(message, "params");
    if (method && id)
        take_request(s, id, method, params);
    else if (method)
        take_notification(s, method, params);
    else if (id)
        ask_answered(s, message);
    else
        wire_refuse(s, NULL, WIRE_INVALID, "a message has a method, or answers one");
}

static void read_messages(Server *s)
{
    char part[65536];
    ssize_t got = read(STDIN_FILENO, part, sizeof part);
    if (got <= 0) {
        s->broken = got == 0 || errno != EINTR;
        return;
    }
    vec_reserve(&s->input, s->input.len + (size_t)got);
    memcpy(s->input.at + s->input.len, part, (size_t)got);
    s->input.len += (size_t)got;
    WireState state = WIRE_TAKEN;
    while (!s->exits && !s->broken && state != WIRE_MORE) {
        json_t *message = wire_take(&s->input, &state);
        if (state == WIRE_BAD || state == WIRE_LOST)
            wire_refuse(s, NULL, WIRE_PARSE, "this is no message");
        s->broken |= state == WIRE_LOST;
        if (message)
            take_message(s, message);
        json_decref(message);
    }
}

/* ---- children ---- */

/* Lines of --progress=json; those that are told are dropped. */
static void tell_progress(Server *s, Child *c)
{
    size_t begin = 0;
    for (size_t k = 0; k < c->said.len; k++) {
        if (c->said.at[k] != '\n')
            continue;
        if (c->said.at[begin] == '{' && c->token && !c->dropped) {
            c->said.at[k] = 0;
            result_progress(s, c, c->said.at + begin);
            c->said.at[begin] = ' '; /* once */
            c->said.at[k] = '\n';
        }
        begin = k + 1;
    }
}

static void listen_to(Server *s, Child *c)
{
    while (child_read(c, &c->out, &c->printed))
        continue;
    bool more = false;
    while (child_read(c, &c->err, &c->said))
        more = true;
    if (more)
        tell_progress(s, c);
}

static void forget_closed(Server *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->documents.len; i++) {
        Document *d = s->documents.at[i];
        bool used = d->open;
        for (size_t k = 0; k < s->children.len; k++)
            used |= s->children.at[k]->document == d;
        vec_each (Waiting, w, &s->waiting)
            used |= w->document == d;
        if (used)
            s->documents.at[kept++] = d;
        else
            document_free(d);
    }
    s->documents.len = kept;
}

static void look_after(Server *s)
{
    for (size_t i = 0; i < s->children.len; i++) {
        Child *c = s->children.at[i];
        listen_to(s, c);
        if (!(c->pid || c->ended ? child_wait(c) : c->dropped))
            continue;
        listen_to(s, c);
        memmove(&s->children.at[i], &s->children.at[i + 1],
                (--s->children.len - i) * sizeof *s->children.at);
        i--;
        if (!c->dropped)
            result_take(s, c);
        child_free(c);
    }
    double now = budget_now();
    for (size_t i = 0; i < s->documents.len; i++)
        if (s->documents.at[i]->due > 0 && s->documents.at[i]->due <= now)
            job_ask(s, s->documents.at[i]);
    forget_closed(s);
    job_turn(s);
}

static bool has_work(const Server *s)
{
    bool works = s->children.len > 0;
    for (size_t i = 0; i < s->documents.len; i++)
        works |= s->documents.at[i]->due > 0;
    return works;
}

static void wait_for_something(Server *s)
{
    VEC(struct pollfd) all = {0};
    vec_push(&all, ((struct pollfd){.fd = STDIN_FILENO, .events = POLLIN}));
    vec_push(&all, ((struct pollfd){.fd = s->signals, .events = POLLIN}));
    for (size_t i = 0; i < s->children.len; i++) {
        const Child *c = s->children.at[i];
        if (c->out >= 0)
            vec_push(&all, ((struct pollfd){.fd = c->out, .events = POLLIN}));
        if (c->err >= 0)
            vec_push(&all, ((struct pollfd){.fd = c->err, .events = POLLIN}));
    }
    int ready = poll(all.at, all.len, has_work(s) ? TICK : -1);
    s->broken |= ready > 0 && all.at[1].revents;
    if (ready > 0 && all.at[0].revents && !s->broken)
        read_messages(s);
    vec_free(&all);
}

/* ---- the end ---- */

static void remove_folder(const char *name)
{
    DIR *folder = opendir(name);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(name);
}

static void end(Server *s)
{
    for (size_t i = 0; i < s->children.len; i++) {
        Child *c = s->children.at[i];
        if (c->pid && !c->ended)
            kill(c->pid, SIGTERM);
    }
    for (double limit = budget_now() + 1; s->children.len && budget_now() < limit;) {
        bool all = true;
        for (size_t i = 0; i < s->children.len; i++)
            all &= !s->children.at[i]->pid || child_wait(s->children.at[i]);
        if (all)
            break;
        usleep(10000);
    }
    for (size_t i = 0; i < s->children.len; i++) {
        Child *c = s->children.at[i];
        if (c->pid && !c->ended) {
            kill(-c->pid, SIGKILL);
            waitpid(c->pid, NULL, 0);
        }
        child_free(c);
    }
    for (size_t i = 0; i < s->documents.len; i++)
        document_free(s->documents.at[i]);
    vec_each (Waiting, w, &s->waiting) {
        json_decref(w->id);
        json_decref(w->method);
        json_decref(w->params);
    }
    vec_free(&s->children);
    vec_free(&s->documents);
    vec_free(&s->waiting);
    vec_free(&s->input);
    source_free(s->texts);
    remove_folder(s->folder);
}

/* Who is told to end leaves nothing behind. */
static void catch_signals(Server *s)
{
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, &s->before);
    s->signals = signalfd(-1, &ends, SFD_CLOEXEC);
    signal(SIGPIPE, SIG_IGN);
}

int lsp_run(void)
{
    Sources texts = {0};
    const char *place = getenv("TMPDIR");
    Server s = {.texts = &texts};
    int len = snprintf(s.folder, sizeof s.folder, "%s/heddle-lsp-XXXXXX", place ? place : "/tmp");
    if (len >= (int)sizeof s.folder)
        strcpy(s.folder, "/tmp/heddle-lsp-XXXXXX");
    if (!mkdtemp(s.folder)) {
        fprintf(stderr, "heddle: lsp: cannot make a folder in %s: %s\n", place ? place : "/tmp",
                strerror(errno));
        return 2;
    }
    catch_signals(&s);
    while (!s.exits && !s.broken) {
        wait_for_something(&s);
        look_after(&s);
    }
    bool right = s.exits && s.stopping;
    end(&s);
    return right ? 0 : 1;
}
