/* checkpoint.c -- see checkpoint.h.
 *
 * A checkpoint begins with texts: the version of heddle, the folder in which it ran, the options that matter, a hash of
 * the program, and the command line.  Whoever goes on reads the same files with the same command line again; if
 * what comes of it is another program, or other options, the checkpoint is refused. */
#include "command/checkpoint.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/save.h"
#include "base/version.h"
#include "engine/explore/explore.h"
#include "ir/print.h"
#include "report/sha256.h"

enum { HEAD_VERSION, HEAD_FOLDER, HEAD_OPTIONS, HEAD_PROGRAM, HEAD_ARGUMENTS };

static const char *folder_now(Session *s)
{
    char *folder = getcwd(NULL, 0);
    const char *copy = folder ? arena_print(&s->texts, "%s", folder) : "?";
    free(folder);
    return copy;
}

/* ---- resume ---- */

static int refuse(Session *s, const char *file, const char *why)
{
    return session_complain(s, "cannot resume %s: %s", file, why);
}

/* `-` and `--` are none. */
static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] && strcmp(argument, "--") != 0;
}

/* Is the same option among those that are given now? */
static bool is_given(const Session *s, const char *argument)
{
    size_t len = strcspn(argument, "=");
    for (int k = 1; k < s->argc && argument[0] == '-'; k++)
        if (strcspn(s->argv[k], "=") == len && strncmp(s->argv[k], argument, len) == 0)
            return true;
    return false;
}

/* Options that are given now come first, and those that were given then, if they are not. */
static void join_arguments(Session *s, const Checkpoint *c)
{
    char **argv = arena_array(&s->texts, char *, (size_t)s->argc + c->head.len + 2);
    int argc = 0;
    argv[argc++] = s->argv[0];
    argv[argc++] = arena_print(&s->texts, "--checkpoint=%s", c->path);
    for (int k = 1; k < s->argc; k++)
        if (is_option(s->argv[k]))
            argv[argc++] = s->argv[k];
    bool options = true;
    for (size_t k = HEAD_ARGUMENTS; k < c->head.len; k++) {
        options &= strcmp(c->head.at[k], "--") != 0;
        if (!options || (!is_given(s, c->head.at[k]) &&
                         strncmp(c->head.at[k], "--checkpoint=", strlen("--checkpoint=")) != 0))
            argv[argc++] = arena_print(&s->texts, "%s", c->head.at[k]);
    }
    s->argc = argc;
    s->argv = argv;
}

static void read_head(Session *s, Checkpoint *c)
{
    uint64_t count = save_length(c->from, 0, 1);
    for (uint64_t k = 0; k < count && !c->from->why; k++) {
        const char *text = save_text(c->from, NULL, &s->texts);
        vec_push(&c->head, text ? text : "");
    }
    if (c->head.len <= HEAD_ARGUMENTS && !c->from->why)
        c->from->why = "it ends too early";
}

int checkpoint_take(Session *s)
{
    if (!s->operands.len)
        return session_complain(s, "resume needs a file that --checkpoint=FILE has written");
    const char *file = s->operands.at[0];
    if (s->operands.len != 1)
        return session_complain(s, "resume takes one file, the checkpoint; %s is one too many",
                                s->operands.at[1]);
    for (int k = 1; k < s->argc; k++)
        if (is_option(s->argv[k]) && !option_may_change(s->argv[k]))
            return session_complain(
                s, "resume: %s would be another search: it goes on with the options it began with",
                s->argv[k]);
    Checkpoint *c = s->checkpoint = memory_alloc(sizeof *c);
    c->path = file;
    c->from = memory_alloc(sizeof *c->from);
    if (!saver_open(c->from, file))
        return refuse(s, file, c->from->why);
    read_head(s, c);
    if (c->from->why)
        return refuse(s, file, c->from->why);
    if (strcmp(c->head.at[HEAD_VERSION], HEDDLE_VERSION) != 0)
        return refuse(s, file,
                      arena_print(&s->texts, "it was made by heddle %s, and this is heddle %s",
                                  c->head.at[HEAD_VERSION], HEDDLE_VERSION));
    join_arguments(s, c);
    return 0;
}

const char *checkpoint_elsewhere(Session *s)
{
    const Checkpoint *c = s->checkpoint;
    bool resumes = c && c->from && c->head.len > HEAD_FOLDER;
    if (!resumes || strcmp(c->head.at[HEAD_FOLDER], folder_now(s)) == 0)
        return "";
    return arena_print(&s->texts,
                       ": the search began in %s, with names that are meant from there; resume it "
                       "in that folder",
                       c->head.at[HEAD_FOLDER]);
}

/* ---- check ---- */

/* Of a safe program: what is compared in a search of its own, see answer.c. */
static bool compares_performs(const Session *s)
{
    bool says = false;
    vec_each (Spec, spec, &s->program->specs)
        says |= spec->performs.len != 0;
    return says && (s->job.properties & PROPERTY_ACCESS);
}

static bool may_compare_tries(const Session *s)
{
    bool tries = false;
    vec_each (Instr, i, &s->program->code)
        tries |= i->op == OP_TRYACQUIRE;
    return tries && (s->job.properties & PROPERTY_RACE) && s->job.runs_in == MEMORY_SC;
}

static const char *why_not(Session *s)
{
    vec_each (const char *, name, &s->operands)
        if (strcmp(*name, "-") == 0)
            return "standard input cannot be read again when the search is resumed: give it a file";
    if (s->options.library)
        return "the searches of --library cannot be saved";
    if (s->options.suggest_orders)
        return "the searches of --suggest-orders cannot be saved";
    if (s->options.concurrent)
        return "the searches of --concurrent cannot be saved";
    if (strcmp(s->job.engine, engine_explore.name) != 0)
        return arena_print(&s->texts, "%s cannot be saved, only the search of explore",
                           s->job.engine);
    if (compares_performs(s))
        return "what `performs` says is compared in a second search, which cannot be saved: leave "
               "access out of --property";
    return explore_keeps_not(&s->job);
}

/* Can a file be made there?  Nothing is left behind. */
static int try_file(Session *s, const char *path)
{
    Saver saver;
    bool own = s->checkpoint && strcmp(s->checkpoint->path, path) == 0;
    if (!own && access(path, F_OK) == 0)
        return session_complain(s,
                                "--checkpoint: %s is there already: heddle resume %s goes on with "
                                "it; remove it to begin anew",
                                path, path);
    if (!saver_create(&saver, path))
        return session_complain(s, "--checkpoint: %s cannot be written: %s", path, saver.why);
    saver.why = "";
    saver_finish(&saver);
    return 0;
}

int checkpoint_begin(Session *s)
{
    const Options *o = &s->options;
    if (!*o->checkpoint)
        return 0;
    const char *why = why_not(s);
    if (why)
        return session_complain(s, "--checkpoint: %s", why);
    int status = try_file(s, o->checkpoint);
    if (status)
        return status;
    if (may_compare_tries(s))
        fputs("heddle: --checkpoint saves the first search: if locks are tried in vain there is a "
              "second one, which is not saved\n",
              stderr);
    if (!s->checkpoint)
        s->checkpoint = memory_alloc(sizeof *s->checkpoint);
    Checkpoint *c = s->checkpoint;
    c->written = c->path && strcmp(c->path, o->checkpoint) == 0;
    c->path = o->checkpoint;
    c->every = (uint64_t)s->options.checkpoint_every;
    s->options.next = "none"; /* the next command is resume */
    return 0;
}

static const char *text_of(Session *s, void (*print)(const Session *s, FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    print(s, out);
    fclose(out);
    const char *copy = arena_copy(&s->texts, text, size);
    free(text);
    return copy;
}

static void print_options(const Session *s, FILE *out)
{
    option_print_fixed(&s->options, out);
    fprintf(out, "properties %x, memory %s, %s\n", s->job.properties, memory_text[s->job.memory],
            memory_text[s->job.runs_in]);
}

static void print_program(const Session *s, FILE *out)
{
    ir_print(s->job.program, out);
}

int checkpoint_name(Session *s)
{
    Checkpoint *c = s->checkpoint;
    if (!c)
        return 0;
    const char *options = text_of(s, print_options), *program = text_of(s, print_program);
    char *hash = arena_alloc(&s->texts, SHA256_TEXT);
    sha256_text(program, strlen(program), hash);
    s->job.checkpoint = c;
    if (!c->from) {
        vec_push(&c->head, HEDDLE_VERSION);
        vec_push(&c->head, folder_now(s));
        vec_push(&c->head, options);
        vec_push(&c->head, hash);
        for (int k = 1; k < s->argc; k++)
            vec_push(&c->head, s->argv[k]);
        return 0;
    }
    if (strcmp(c->head.at[HEAD_PROGRAM], hash) != 0)
        return refuse(s, c->path,
                      arena_print(&s->texts,
                                  "it is about another program: its files, read in %s, have "
                                  "changed since",
                                  c->head.at[HEAD_FOLDER]));
    if (strcmp(c->head.at[HEAD_OPTIONS], options) != 0)
        return refuse(s, c->path, "it began with other options: heddle.toml has changed since");
    return 0;
}

int checkpoint_status(Session *s)
{
    const char *refused = s->checkpoint ? s->checkpoint->refused : NULL;
    s->job.checkpoint = NULL;
    return refused ? refuse(s, s->checkpoint->path, refused) : 0;
}

void checkpoint_end(Session *s)
{
    Checkpoint *c = s->checkpoint;
    if (!c)
        return;
    if (c->from)
        saver_close(c->from);
    memory_free(c->from);
    vec_free(&c->head);
    memory_free(c);
    s->checkpoint = NULL;
}
