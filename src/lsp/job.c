/* job.c -- which questions a file asks, and when: check, and prove if it has specifications, when it is opened or saved;
 * infer when somebody wants to know about a variable; replay --native when somebody says so. */
#include "command/config.h"
#include "command/session.h"
#include "lsp/lsp.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { MOST_RUNNING = 2 };

const char *job_file(const Server *s, const Document *d, const char *tail, Arena *arena)
{
    return arena_print(arena, "%s/%u-%s", s->folder, d->number, tail);
}

static bool write_text(const Document *d, const char *name)
{
    FILE *out = fopen(name, "wb");
    bool written = out && fwrite(d->text.at, 1, d->text.len, out) == d->text.len;
    return out && fclose(out) == 0 && written;
}

/* The file that is given to heddle: that of the document, or of a header the first one of its program.  NULL: there is none. */
static const char *find_operand(const Document *d, const Config *config)
{
    if (session_find_front(d->path))
        return d->path;
    return config->files.len ? config->files.at[0] : NULL;
}

/* What stands in no file yet. */
static void add_text(Server *s, Child *c, Arena *arena)
{
    Document *d = c->document;
    const char *copy =
        job_file(s, d, arena_print(arena, "%llu", (unsigned long long)d->serial), arena);
    if (!d->is_file)
        write_text(d, d->path);
    else if (d->unsaved && session_find_front(d->path) && write_text(d, copy))
        child_add(c, arena_print(arena, "--unsaved=%s", copy));
}

static void add_limits(Child *c, const Config *config, Arena *arena, int seconds)
{
    if (!config_says(config, "time-limit") && !config_says(config, "cpu-limit"))
        child_add(c, arena_print(arena, "--time-limit=%d", seconds));
    if (!config_says(config, "memory-limit"))
        child_add(c, "--memory-limit=4000");
}

/* Flags come from heddle.toml, or else from the nearest compile_commands.json. */
static void add_flags(Child *c, Config *config, Arena *arena)
{
    const char *database = c->document->language == LANGUAGE_C && !config->flags.len
                               ? config_find_compiled(config, c->document->path)
                               : NULL;
    if (database)
        child_add(c, arena_print(arena, "--compile-commands=%s", database));
}

/* A child with the command line that all have.  NULL: there is nothing to ask. */
static Child *begin(Server *s, AskKind kind, Document *d, const char *command, Arena *arena)
{
    Config config = {0};
    char why[512]; /* the child says the same */
    config_read(&config, "auto", command, d->path, why, sizeof why);
    const char *operand = find_operand(d, &config);
    Child *c = operand ? child_new(s, kind, d) : NULL;
    if (c) {
        child_add(c, command);
        child_add(c, "--json");
        child_add(c, "--progress=json");
        child_add(c, "--next=list");
        add_limits(c, &config, arena, kind == ASK_INFER ? 5 : 10);
        add_flags(c, &config, arena);
        add_text(s, c, arena);
        child_add(c, operand);
    }
    config_free(&config);
    return c;
}

static bool has_word(const char *at, size_t len, const char *const *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (memmem(at, len, words[k], strlen(words[k])))
            return true;
    return false;
}

/* Does the file have the beginning of a program? */
static bool begins(const Document *d)
{
    if (d->language == LANGUAGE_ZING)
        return strstr(d->text.at, "activate") != NULL;
    for (const char *at = d->text.at; (at = strstr(at, "main"));) {
        at += strlen("main");
        if (at[strspn(at, " \t\n")] == '(')
            return true;
    }
    return false;
}

/* Is there something to prove?  Whether a program keeps to its access predicates check answers, of all its runs; prove would
 * ask that of methods by themselves, and so not know which threads have ended. */
bool job_proves(const Document *d)
{
    static const char *const specifications[] = {"requires", "ensures", "performs"};
    static const char *const predicates[] = {"accessible_if", "readable_if", "writable_if"};
    enum { EACH = 3 };
    if (d->language != LANGUAGE_C && d->language != LANGUAGE_ZING)
        return false;
    bool whole = begins(d);
    for (const char *at = d->text.at; (at = strchr(at, '@')); at++) {
        if (at < d->text.at + 2 || (strncmp(at - 2, "/*", 2) != 0 && strncmp(at - 2, "//", 2) != 0))
            continue;
        size_t len = at[-1] == '/' ? strcspn(at, "\n") : strcspn(at, "*");
        if (has_word(at, len, specifications, EACH) ||
            (!whole && has_word(at, len, predicates, EACH)))
            return true;
    }
    return false;
}

void job_drop(Server *s, Document *d)
{
    for (size_t i = 0; i < s->children.len; i++)
        if (s->children.at[i]->document == d)
            child_stop(s, s->children.at[i]);
}

void job_ask(Server *s, Document *d)
{
    Arena arena = {0};
    job_drop(s, d);
    d->due = 0;
    reads_ask(d);
    for (int k = 0; k < DIAGNOSES; k++)
        d->settled[k] = 0;
    Child *c = begin(s, ASK_CHECK, d, "check", &arena);
    unlink(job_file(s, d, "page.html", &arena)); /* of the run before */
    if (c) {
        child_add(c, arena_print(&arena, "--reads=%s", job_file(s, d, "reads", &arena)));
        child_add(c, arena_print(&arena, "--trace=%s", job_file(s, d, "trace.json", &arena)));
        child_add(c, arena_print(&arena, "--html=%s", job_file(s, d, "page.html", &arena)));
    }
    if (c && job_proves(d))
        begin(s, ASK_PROVE, d, "prove", &arena);
    else {
        json_decref(d->found[ASK_PROVE]);
        d->found[ASK_PROVE] = NULL;
    }
    arena_free(&arena);
    job_turn(s);
}

bool job_is_settled(const Document *d)
{
    return d->settled[ASK_CHECK] == d->serial && !reads_any_changed(d) &&
           (!job_proves(d) || d->settled[ASK_PROVE] == d->serial);
}

void job_infer(Server *s, Document *d)
{
    Arena arena = {0};
    for (size_t i = 0; i < s->children.len; i++) {
        const Child *c = s->children.at[i];
        if (c->document == d && c->kind == ASK_INFER && !c->dropped && c->serial == d->serial)
            return;
    }
    if (!begin(s, ASK_INFER, d, "infer", &arena))
        ask_inferred(s, d);
    arena_free(&arena);
    job_turn(s);
}

bool job_shares(const Document *a, const Document *b)
{
    Config x = {0}, y = {0};
    char why[512];
    bool same = config_read(&x, "auto", "check", a->path, why, sizeof why) &&
                config_read(&y, "auto", "check", b->path, why, sizeof why) && x.program &&
                x.program == y.program && strcmp(x.file, y.file) == 0;
    config_free(&x);
    config_free(&y);
    return same;
}

void job_native(Server *s, Document *d, const json_t *request)
{
    Arena arena = {0};
    Child *c = d->trace ? begin(s, ASK_NATIVE, d, "replay", &arena) : NULL;
    if (c) {
        child_add(c, job_file(s, d, "trace.json", &arena));
        child_add(c, "--native");
        c->request = json_deep_copy(request);
    } else
        wire_refuse(s, request, WIRE_PARAMS,
                    "there is no run to replay: heddle has found no bug here");
    arena_free(&arena);
    job_turn(s);
}

void job_turn(Server *s)
{
    size_t running = 0;
    for (size_t i = 0; i < s->children.len; i++)
        running += s->children.at[i]->pid && !s->children.at[i]->ended;
    for (size_t i = 0; i < s->children.len && running < MOST_RUNNING; i++) {
        Child *c = s->children.at[i];
        if (c->pid || c->ended || c->dropped)
            continue;
        child_start(s, c);
        running++;
    }
}
