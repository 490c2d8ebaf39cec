/* result.c -- what children have found becomes diagnostics; the run of a bug becomes steps that one can go through. */
#include "lsp/lsp.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { MOST_RELATED = 100 };
typedef enum Weight { IS_ERROR = 1, IS_WARNING, IS_INFORMATION, IS_HINT } Weight;

static const char *const commands[] = {"check", "prove", "infer", "replay --native"};

/* ---- progress ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void show_progress(Server *s, const Child *c, json_t *value)
{
    if (c->token)
        wire_notify(s, "$/progress",
                    json_pack("{s:i, s:o}", "token", (int)c->token, "value", value));
    else
        json_decref(value);
}

void progress_begin(Server *s, Child *c)
{
    Arena arena = {0};
    if (s->shows_progress) {
        c->token = ++s->last_token;
        wire_request(s, "window/workDoneProgress/create",
                     json_pack("{s:i}", "token", (int)c->token));
    }
    show_progress(s, c,
                  json_pack("{s:s, s:s, s:b}", "kind", "begin", "title",
                            arena_print(&arena, "heddle %s %s", commands[c->kind],
                                        base_name(c->document->path)),
                            "cancellable", 1));
    arena_free(&arena);
}

void progress_end(Server *s, Child *c, const char *message)
{
    show_progress(s, c, json_pack("{s:s, s:s}", "kind", "end", "message", message));
    c->token = 0;
}

/* A line of --progress=json: how much there is of what it counts. */
void result_progress(Server *s, Child *c, const char *line)
{
    Arena arena = {0};
    json_t *told = json_loads(line, 0, NULL);
    const char *name;
    json_t *value;
    const char *text = "";
    json_object_foreach(told, name, value)
    {
        if (json_is_integer(value) && json_integer_value(value) > 0 && !strstr(name, "limit") &&
            strcmp(name, "memory_kb") != 0)
            text = arena_print(&arena, "%s%s%lld %s", text, *text ? ", " : "",
                               (long long)json_integer_value(value), name);
    }
    if (*text)
        show_progress(s, c, json_pack("{s:s, s:s}", "kind", "report", "message", text));
    json_decref(told);
    arena_free(&arena);
}

/* ---- diagnostics ---- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static json_int_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* Those of one question. */
typedef struct Findings {
    Server *s;
    Document *d;
    json_t *found; /* file -> list */
    json_t *last;
    const char *refusal; /* what the file is refused for, the first of several; NULL: it is not */
    bool is_library;     /* ... and that is no mistake */
    Arena arena;
} Findings;

static json_t *add(Findings *f, const char *file, json_int_t line, json_int_t column, Weight weight,
                   const char *message)
{
    const char *name = *file ? file : f->d->path;
    const char *uri = uri_of_file(f->s, name, &f->arena);
    json_t *list = json_object_get(f->found, uri);
    if (!list) {
        json_object_set_new(f->found, uri, json_array());
        list = json_object_get(f->found, uri);
    }
    json_t *one = json_pack("{s:o, s:i, s:s, s:s}", "range", place_range(f->s, name, line, column),
                            "severity", (int)weight, "source", "heddle", "message", message);
    if (!one) /* a message that is not UTF-8 */
        one = json_pack("{s:o, s:i, s:s, s:s}", "range", place_range(f->s, name, line, column),
                        "severity", (int)weight, "source", "heddle", "message", "?");
    json_array_append_new(list, one);
    f->last = one;
    return one;
}

static json_t *add_at(Findings *f, const json_t *where, Weight weight, const char *message)
{
    return add(f, string_of(where, "file"), number_of(where, "line"), number_of(where, "column"),
               weight, message);
}

static void relate(json_t *diagnostic, json_t *location, const char *message)
{
    json_t *list = json_object_get(diagnostic, "relatedInformation");
    if (!list) {
        json_object_set_new(diagnostic, "relatedInformation", json_array());
        list = json_object_get(diagnostic, "relatedInformation");
    }
    if (json_array_size(list) < MOST_RELATED)
        json_array_append_new(list,
                              json_pack("{s:o, s:s}", "location", location, "message", message));
    else
        json_decref(location);
}

/* ---- what is said on standard error, by clang and by heddle ---- */

/* `FILE:LINE:COLUMN` before `at`; false: that is no place. */
static bool split_place(char *from, char *at, char **file, json_int_t *line, json_int_t *column)
{
    json_int_t numbers[2] = {0};
    for (int k = 0; k < 2; k++) {
        char *digits = at;
        while (digits > from && isdigit((unsigned char)digits[-1]))
            digits--;
        if (digits == at || digits == from || digits[-1] != ':')
            return false;
        numbers[k] = strtoll(digits, NULL, 10);
        at = digits - 1;
    }
    *at = 0;
    *file = from;
    *line = numbers[1];
    *column = numbers[0];
    return at > from;
}

static bool is_about_main(const char *text)
{
    return strstr(text, "no function `main`") != NULL;
}

/* A file of a library is no program: that is no error. */
static void add_unplaced(Findings *f, const char *text)
{
    static const char hint[] = "there is no `main` here, so nothing is checked: heddle.toml can "
                               "say which files make a program ([[program]], files)";
    f->is_library |= is_about_main(text);
    if (!f->refusal)
        f->refusal = is_about_main(text) ? hint : text;
    if (is_about_main(text) && !job_proves(f->d))
        add(f, "", 1, 0, IS_HINT, hint);
    else if (!is_about_main(text))
        add(f, "", 1, 0, IS_ERROR, text);
}

static void take_line(Findings *f, char *line, bool refused)
{
    static const struct {
        const char *mark;
        Weight weight;
    } marks[] = {{": fatal error: ", IS_ERROR},
                 {": error: ", IS_ERROR},
                 {": warning: ", IS_WARNING},
                 {": note: ", IS_HINT}};
    char *file;
    json_int_t number, column;
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        char *mark = strstr(line, marks[k].mark);
        if (!mark)
            continue;
        const char *text = mark + strlen(marks[k].mark);
        if (!split_place(line, mark, &file, &number, &column)) {
            if (marks[k].weight == IS_ERROR && refused)
                add_unplaced(f, text);
        } else if (marks[k].weight != IS_HINT) {
            add(f, file, number, column, marks[k].weight, text);
            if (refused && marks[k].weight == IS_ERROR && !f->refusal)
                f->refusal = arena_print(&f->arena, "line %lld: %s", (long long)number, text);
        } else if (f->last)
            relate(f->last, place_location(f->s, file, number, column), text);
        return;
    }
    if (refused && strncmp(line, "heddle: ", 8) == 0)
        add_unplaced(f, line + 8);
}

static void take_messages(Findings *f, const Text *said, bool refused)
{
    char *text = arena_copy(&f->arena, said->at ? said->at : "", said->len), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line && *line != '{')
            take_line(f, line, refused);
}

/* ---- the run of a bug ---- */

static const char *tell_values(Findings *f, const char *text, const json_t *step)
{
    const char *name;
    json_t *value;
    size_t k;
    json_array_foreach(json_object_get(step, "texts"), k, value) text =
        arena_print(&f->arena, "%s%s%s", text, *text ? "; " : "", json_string_value(value));
    json_object_foreach(json_object_get(step, "values"), name, value) text = arena_print(
        &f->arena, "%s%s%s = %s", text, *text ? "; " : "", name, json_string_value(value));
    return text;
}

static bool same(const json_t *a, const json_t *b, const char *key)
{
    return json_equal(json_object_get(a, key), json_object_get(b, key));
}

/* Is it of the same statement as `first`?  A value that is there already is of another round of a loop. */
static bool goes_on(const json_t *first, const json_t *step, const json_t *values)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(step, "values"), name,
                        value) if (json_object_get(values, name)) return false;
    return same(first, step, "thread") && same(first, step, "context") &&
           same(first, step, "procedure") && same(first, step, "file") &&
           same(first, step, "line") && same(first, step, "text");
}

/* Behind the last action of the statement that the action `k` belongs to. */
static size_t find_end(const json_t *trace, size_t k)
{
    const json_t *first = json_array_get(trace, k);
    json_t *values = json_object();
    size_t end = k;
    do
        json_object_update(values, json_object_get(json_array_get(trace, end++), "values"));
    while (end < json_array_size(trace) && goes_on(first, json_array_get(trace, end), values));
    json_decref(values);
    return end;
}

/* Of the action `k`, and the values of all before `end`. */
static const char *tell_step(Findings *f, const json_t *trace, size_t k, size_t end)
{
    const json_t *step = json_array_get(trace, k);
    const char *values = "";
    for (size_t i = k; i < end; i++)
        values = tell_values(f, values, json_array_get(trace, i));
    return arena_print(&f->arena, "%zu. thread %s (%s): %s%s%s", k + 1, string_of(step, "thread"),
                       string_of(step, "entry"), string_of(step, "text"), *values ? " -> " : "",
                       values);
}

/* What a step says, and where it is. */
static json_t *step_of(json_t *location, const char *text, const json_t *step, bool matters,
                       json_int_t number)
{
    return json_pack("{s:o, s:s, s:b, s:s, s:I, s:I}", "location", location, "message", text,
                     "matters", matters, "thread", string_of(step, "thread"), "context",
                     number_of(step, "context"), "action", number);
}

static json_t *locate(Findings *f, const json_t *where)
{
    const char *file = string_of(where, "file");
    return place_location(f->s, *file ? file : f->d->path, number_of(where, "line"),
                          number_of(where, "column"));
}

/* Its actions.  Of those of one statement that matter the first stands for all. */
static void add_actions(Findings *f, const json_t *trace, json_t *diagnostic, json_t *steps)
{
    for (size_t k = 0, next; k < json_array_size(trace); k = next) {
        next = find_end(trace, k);
        for (bool told = false; k < next; k++) {
            const json_t *step = json_array_get(trace, k);
            bool matters = !told && json_is_true(json_object_get(step, "matters"));
            const char *text = tell_step(f, trace, k, matters ? next : k + 1);
            json_t *location = locate(f, step);
            if (matters)
                relate(diagnostic, json_incref(location), text);
            told |= matters;
            json_array_append_new(steps, step_of(location, text, step, matters, (json_int_t)k + 1));
        }
    }
}

/* The run that leads to a bug, and where its threads are then. */
static void relate_trace(Findings *f, const json_t *bug, json_t *diagnostic)
{
    size_t k;
    json_t *waiter, *steps = json_array();
    bool race = strcmp(string_of(bug, "error"), "race") == 0;
    add_actions(f, json_object_get(bug, "trace"), diagnostic, steps);
    json_array_foreach(json_object_get(bug, "waiting"), k, waiter)
    {
        const char *object = string_of(waiter, "for");
        const char *text = arena_print(
            &f->arena, "%s: thread %s %s%s", race ? "at the same time" : "at the end",
            string_of(waiter, "thread"), *object ? "waits here for " : "is here", object);
        json_t *location = locate(f, waiter);
        relate(diagnostic, json_incref(location), text);
        json_array_append_new(
            steps, step_of(location, text, waiter, true, (json_int_t)json_array_size(steps) + 1));
    }
    if (!f->d->trace)
        f->d->trace = json_incref(steps);
    json_decref(steps);
}

/* Of a deadlock: where somebody waits for a lock, not who waits for that thread to end. */
static const json_t *find_place(const json_t *bug)
{
    size_t k;
    json_t *waiter;
    json_array_foreach(json_object_get(bug, "waiting"), k, waiter)
    {
        const char *object = string_of(waiter, "for");
        if (*object && strncmp(object, "thread ", 7) != 0)
            return waiter;
    }
    return json_object_get(bug, "where");
}

/* Where the others are: many clients show the message of a diagnostic, and nothing else of it. */
static const char *tell_others(Findings *f, const json_t *bug, const json_t *where)
{
    const char *text = string_of(bug, "message"), *others = "";
    const char *why = string_of(bug, "explanation");
    size_t k;
    json_t *waiter;
    json_array_foreach(json_object_get(bug, "waiting"), k, waiter)
    {
        const char *file = string_of(waiter, "file");
        bool elsewhere = strcmp(file, string_of(where, "file")) != 0;
        if (!elsewhere && number_of(waiter, "line") == number_of(where, "line"))
            continue;
        others = arena_print(&f->arena, "%s%sthread %s: line %lld%s%s", others, *others ? ", " : "",
                             string_of(waiter, "thread"), (long long)number_of(waiter, "line"),
                             elsewhere ? " of " : "", elsewhere ? base_name(file) : "");
    }
    text = *others ? arena_print(&f->arena, "%s (%s)", text, others) : text;
    return *why ? arena_print(&f->arena, "%s\n%s", text, why) : text;
}

static void take_bug(Findings *f, const json_t *bug)
{
    const json_t *where = find_place(bug);
    json_t *diagnostic = add_at(f, where, IS_ERROR, tell_others(f, bug, where));
    json_object_set_new(diagnostic, "code", json_string(string_of(bug, "error")));
    relate_trace(f, bug, diagnostic);
}

/* The end of the word of a shell's command that begins here. */
static const char *end_of_word(const char *at)
{
    for (bool quoted = false; *at && (quoted || *at != ' '); at++)
        quoted ^= *at == '\'';
    return at;
}

/* A command as somebody would type it: without the options that the server has added (job.c). */
static const char *typed(Findings *f, const char *command)
{
    static const char *const own[] = {
        "--json",  "--progress=",   "--next=",         "--reads=",  "--trace=",
        "--html=", "--time-limit=", "--memory-limit=", "--unsaved="};
    const char *text = "";
    for (const char *end; *command; command = end + strspn(end, " ")) {
        bool mine = false;
        end = end_of_word(command);
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            mine |= strncmp(command, own[k], strlen(own[k])) == 0;
        if (!mine)
            text = arena_print(&f->arena, "%s%s%.*s", text, *text ? " " : "", (int)(end - command),
                               command);
    }
    return text;
}

/* `FILE:LINE: ` in front says where the diagnostic is. */
static const char *without_place(Findings *f, const char *reason, const json_t *where)
{
    const char *place = arena_print(&f->arena, "%s:%lld: ", string_of(where, "file"),
                                    (long long)number_of(where, "line"));
    return strncmp(reason, place, strlen(place)) == 0 ? reason + strlen(place) : reason;
}

static void take_open(Findings *f, const json_t *answer)
{
    const char *next = string_of(json_array_get(json_object_get(answer, "next"), 0), "command");
    const json_t *where = json_object_get(answer, "where");
    const char *text = arena_print(&f->arena, "%s: %s%s%s", string_of(answer, "verdict"),
                                   without_place(f, string_of(answer, "reason"), where),
                                   *next ? "\ntry: " : "", typed(f, next));
    if (json_is_object(where))
        add_at(f, where, IS_INFORMATION, text);
    else
        add(f, "", 1, 0, IS_INFORMATION, text);
}

static void take_check(Findings *f, const json_t *answer)
{
    const json_t *bugs = json_object_get(answer, "bugs");
    const char *verdict = string_of(answer, "verdict");
    size_t k;
    json_t *one;
    json_decref(f->d->trace);
    f->d->trace = NULL;
    if (json_array_size(bugs))
        json_array_foreach(bugs, k, one) take_bug(f, one);
    else if (strcmp(verdict, "bug") == 0)
        take_bug(f, answer);
    else if (strcmp(verdict, "safe") != 0 && strcmp(verdict, "error") != 0)
        take_open(f, answer);
    json_array_foreach(json_object_get(answer, "notes"), k, one)
        add_at(f, one, IS_HINT, string_of(one, "message"));
}

static void take_proofs(Findings *f, const json_t *answer)
{
    size_t k, i;
    json_t *check, *line;
    json_array_foreach(json_object_get(answer, "checks"), k, check)
    {
        const char *result = string_of(check, "result");
        if (strcmp(result, "proved") == 0)
            continue;
        json_t *diagnostic =
            add_at(f, json_object_get(check, "where"),
                   strcmp(result, "failed") == 0 ? IS_ERROR : IS_WARNING,
                   arena_print(&f->arena, "%s: not proved (%s): %s", string_of(check, "procedure"),
                               string_of(check, "check"), string_of(check, "message")));
        json_object_set_new(diagnostic, "code", json_string(string_of(check, "check")));
        json_array_foreach(json_object_get(check, "path"), i, line)
        {
            const char *file = string_of(line, "file");
            const char *text = string_of(line, "text");
            relate(diagnostic,
                   place_location(f->s, *file ? file : f->d->path, number_of(line, "line"), 0),
                   *text ? text : "here");
        }
    }
}

/* ---- publishing ---- */

/* Two files of one program find the same. */
static void add_new(json_t *all, const json_t *more)
{
    size_t k, i;
    json_t *one, *other;
    json_array_foreach(more, k, one)
    {
        bool known = false;
        json_array_foreach(all, i, other) known |= json_equal(one, other);
        if (!known)
            json_array_append(all, one);
    }
}

/* All that any document knows of this file. */
void result_publish(Server *s, const char *uri)
{
    json_t *all = json_array();
    for (size_t i = 0; i < s->documents.len; i++)
        for (int k = 0; k < DIAGNOSES; k++)
            add_new(all, json_object_get(s->documents.at[i]->found[k], uri));
    wire_notify(s, "textDocument/publishDiagnostics",
                json_pack("{s:s, s:o}", "uri", uri, "diagnostics", all));
}

static void publish_all(Server *s, const json_t *before, json_t *now)
{
    const char *uri;
    json_t *list;
    json_object_foreach(now, uri, list) result_publish(s, uri);
    json_object_foreach((json_t *)before, uri, list) if (!json_object_get(now, uri))
        result_publish(s, uri);
}

void result_forget(Server *s, Document *d)
{
    for (int k = 0; k < DIAGNOSES; k++) {
        json_t *before = d->found[k];
        d->found[k] = NULL;
        d->settled[k] = 0;
        publish_all(s, before, NULL);
        json_decref(before);
    }
}

/* ---- answers ---- */

/* Why there is none, a sentence; NULL: there is one. */
static const char *why_none(const Child *c, const json_t *answer, Arena *arena)
{
    bool killed = c->status != -1 && WIFSIGNALED(c->status);
    if (killed)
        return arena_print(arena,
                           "heddle %s was ended by signal %d (%s): nothing is known; save the file "
                           "to try again",
                           commands[c->kind], WTERMSIG(c->status), strsignal(WTERMSIG(c->status)));
    if (c->status == -1 || !answer || (WIFEXITED(c->status) && WEXITSTATUS(c->status) == 70))
        return arena_print(arena, "heddle %s has no answer: %.*s", commands[c->kind],
                           (int)(c->said.len < 400 ? c->said.len : 400),
                           c->said.at ? c->said.at : "");
    return NULL;
}

static void tell(Server *s, Weight weight, const char *message)
{
    wire_notify(s, "window/showMessage",
                json_pack("{s:i, s:s}", "type", (int)weight, "message", message));
}

/* Other answers may have another reason the next time: a limit, a header that was missing. */
static bool is_for_good(const char *verdict)
{
    return strcmp(verdict, "safe") == 0 || strcmp(verdict, "bug") == 0;
}

/* For a status bar. */
static void tell_verdict(Server *s, const Child *c, Findings *f, const char *verdict,
                         const json_t *answer)
{
    const char *message = f->refusal ? f->refusal : string_of(answer, "message");
    wire_notify(
        s, "heddle/verdict",
        json_pack("{s:s, s:s, s:s, s:s, s:s}", "uri", c->document->uri, "command",
                  commands[c->kind], "verdict", f->is_library ? "library" : verdict, "message",
                  message, "reason",
                  without_place(f, string_of(answer, "reason"), json_object_get(answer, "where"))));
}

static void take_diagnoses(Server *s, Child *c, const json_t *answer)
{
    Document *d = c->document;
    Findings f = {.s = s, .d = d, .found = json_object()};
    const char *why = why_none(c, answer, &f.arena), *verdict = string_of(answer, "verdict");
    json_object_set_new(f.found, d->uri, json_array());
    if (why) {
        add(&f, "", 1, 0, IS_WARNING, why);
        tell(s, IS_WARNING, why);
    } else {
        take_messages(&f, &c->said, strcmp(verdict, "error") == 0);
        if (c->kind == ASK_CHECK)
            take_check(&f, answer);
        else
            take_proofs(&f, answer);
    }
    if (c->kind == ASK_CHECK)
        reads_take(d, job_file(s, d, "reads", &f.arena));
    if (!why && is_for_good(verdict))
        d->settled[c->kind] = c->serial;
    json_t *before = d->found[c->kind];
    d->found[c->kind] = f.found;
    publish_all(s, before, f.found);
    json_decref(before);
    progress_end(s, c, why ? "no answer" : verdict);
    tell_verdict(s, c, &f, why ? "none" : verdict, answer);
    arena_free(&f.arena);
}

static void take_native(Server *s, Child *c, const json_t *answer)
{
    Arena arena = {0};
    const char *why = why_none(c, answer, &arena), *what = string_of(answer, "what");
    const char *native = string_of(answer, "native");
    if (!why && !*native)
        why = arena_print(&arena, "%.*s", (int)c->said.len, c->said.at ? c->said.at : "");
    const char *text = why ? why : arena_print(&arena, "%s: %s", native, what);
    tell(s, why ? IS_WARNING : IS_INFORMATION, text);
    progress_end(s, c, why ? "no answer" : native);
    wire_answer(s, c->request, json_pack("{s:s, s:s}", "native", native, "message", text));
    json_decref(c->request);
    c->request = NULL;
    arena_free(&arena);
}

static void take_inferred(Server *s, Child *c, json_t *answer)
{
    Document *d = c->document;
    json_decref(d->inferred);
    d->inferred = json_object_get(answer, "disciplines") ? json_incref(answer) : NULL;
    d->inferred_serial = c->serial;
    progress_end(s, c, answer ? "done" : "no answer");
    ask_inferred(s, d);
}

void result_take(Server *s, Child *c)
{
    json_t *answer = c->printed.len ? json_loadb(c->printed.at, c->printed.len, 0, NULL) : NULL;
    source_free(s->texts);
    *s->texts = (Sources){0};
    if (c->kind == ASK_CHECK || c->kind == ASK_PROVE)
        take_diagnoses(s, c, answer);
    else if (c->kind == ASK_INFER)
        take_inferred(s, c, answer);
    else
        take_native(s, c, answer);
    json_decref(answer);
}
