/* build.c -- see build.h.
 *
 *   compile each file of compile_commands.json, as it says      compile_units
 *   a program: a file that defines main, and all that define
 *   what it, and these, use and do not define                   find_program
 *   check it, unless it was checked before                      check_program
 *
 * What was answered is kept in FOLDER/.heddle, under the hash of all that the answer depends on: the
 * bitcode of the files (which has their names and lines in it), the command line, and heddle itself,
 * its models included.  Answers other than safe and bug are not kept.  Who deletes the folder loses
 * nothing but time. */
#include "command/build.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/version.h"
#include "command/database.h"
#include "report/sha256.h"

extern char **environ;

typedef struct BuildUnit {
    const DatabaseEntry *entry;
    CSymbols symbols;
    char hash[SHA256_TEXT];
    bool compiled;
    bool has_asks; /* comments ask for checks: the hash does not tell */
} BuildUnit;

typedef struct Build {
    Session *s;
    Database database;
    VEC(BuildUnit) units;
    VEC(size_t) program; /* units of the program at hand */
    char self[SHA256_TEXT];
    const char *folder; /* of answers */
} Build;

static bool hash_file(const char *name, char hash[SHA256_TEXT])
{
    const char *why;
    Sources file = {0};
    int read = source_read(&file, name, &why);
    if (read >= 0)
        sha256_text(file.files.at[read].text, file.files.at[read].len, hash);
    source_free(&file);
    return read >= 0;
}

/* ---- files ---- */

static bool compile_unit(Build *b, BuildUnit *unit, const char *bitcode)
{
    Session *s = b->s;
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    const char *why;
    int file = source_read(&sources, unit->entry->file, &why);
    if (file < 0) {
        fprintf(stderr, "heddle: cannot read %s: %s\n", unit->entry->file, why);
        return false;
    }
    COptions options = session_c_options(s);
    CFileFlags own = {unit->entry->flags.at, unit->entry->flags.len};
    options.file_flags = &own;
    options.file_flag_count = 1;
    options.has_asks = &unit->has_asks;
    unit->compiled = c_compile(&sources, file, &options, bitcode, &diag) &&
                     hash_file(bitcode, unit->hash) &&
                     c_symbols(bitcode, &s->texts, &unit->symbols);
    diag_print(&diag, stderr);
    diag_free(&diag);
    source_free(&sources);
    return unit->compiled;
}

static int compile_units(Build *b)
{
    Session *s = b->s;
    size_t failed = 0;
    const char *bitcode = arena_print(&s->texts, "%s/unit-%d.bc", b->folder, (int)getpid());
    vec_each (const DatabaseEntry, entry, &b->database) {
        vec_push(&b->units, ((BuildUnit){.entry = entry}));
        failed += !compile_unit(b, &vec_last(&b->units), bitcode);
        unlink(bitcode);
    }
    if (failed)
        fprintf(stderr, "heddle: %zu of %zu files do not compile, and are left out\n", failed,
                b->units.len);
    return failed == b->units.len ? EXIT_INPUT : 0;
}

/* ---- programs ---- */

static bool defines(const BuildUnit *unit, const char *name)
{
    vec_each (const char *, defined, &unit->symbols.defined)
        if (strcmp(*defined, name) == 0)
            return true;
    return false;
}

static bool is_in(const Build *b, size_t unit)
{
    vec_each (size_t, part, &b->program)
        if (*part == unit)
            return true;
    return false;
}

/* The first file of the project that defines it, unless one of the program does, or that has a main of its own. */
static void add_definition(Build *b, const char *name)
{
    vec_each (size_t, part, &b->program)
        if (defines(&b->units.at[*part], name))
            return;
    for (size_t k = 0; k < b->units.len; k++)
        if (!is_in(b, k) && !defines(&b->units.at[k], "main") && defines(&b->units.at[k], name)) {
            vec_push(&b->program, k);
            return;
        }
}

static void find_program(Build *b, size_t main_unit)
{
    b->program.len = 0;
    vec_push(&b->program, main_unit);
    for (size_t k = 0; k < b->program.len; k++) {
        CSymbols *symbols = &b->units.at[b->program.at[k]].symbols;
        vec_each (const char *, name, &symbols->used)
            add_definition(b, *name);
    }
}

/* ---- answers ---- */

/* All that the answer depends on. */
static const char *find_key(Build *b, const FlagWords *words)
{
    Session *s = b->s;
    char key[SHA256_TEXT];
    const char *text = arena_print(&s->texts, "%s %s", HEDDLE_VERSION, b->self);
    vec_each (const char *, word, words)
        text = arena_print(&s->texts, "%s\n%s", text, *word);
    vec_each (size_t, part, &b->program)
        text = arena_print(&s->texts, "%s\n%s", text, b->units.at[*part].hash);
    sha256_text(text, strlen(text), key);
    return arena_print(&s->texts, "%s/%s", b->folder, key);
}

/* The command line of the heddle that checks the program. */
static void find_words(Build *b, FlagWords *words)
{
    Session *s = b->s;
    vec_push(words, "heddle");
    vec_push(words, "check");
    for (int i = 1; i < s->argc && strcmp(s->argv[i], "--") != 0; i++)
        if (strncmp(s->argv[i], "--", 2) == 0 && strncmp(s->argv[i], "--project", 9) != 0)
            vec_push(words, s->argv[i]);
    vec_push(words, arena_print(&s->texts, "--project=%s", s->options.project));
    vec_each (size_t, part, &b->program)
        vec_push(words, b->units.at[*part].entry->file);
    vec_push(words, "--");
    vec_each (const char *, flag, &s->flags)
        vec_push(words, *flag);
}

static bool print_file(const char *name)
{
    const char *why;
    Sources file = {0};
    int read = source_read(&file, name, &why);
    if (read >= 0)
        fwrite(file.files.at[read].text, 1, file.files.at[read].len, stdout);
    source_free(&file);
    return read >= 0;
}

/* Runs it; what it prints goes to a file. */
static int run_words(FlagWords *words, const char *output)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    vec_push(words, NULL);
    int error =
        posix_spawn(&child, "/proc/self/exe", &actions, NULL, (char *const *)words->at, environ);
    words->len--;
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return EXIT_INTERNAL;
    guard_child(child);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    guard_child(0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_INTERNAL;
}

/* Not if files are to be written, or if the answer depends on comments. */
static bool may_recall(const Build *b)
{
    const Options *o = &b->s->options;
    vec_each (size_t, part, &b->program)
        if (b->units.at[*part].has_asks)
            return false;
    return !*o->html && !*o->sarif && !*o->trace && !*o->witness && !*o->abstraction &&
           !*o->intermediate && !*o->smt_log;
}

/* The exit status; what was answered before is told as such. */
static int check_program(Build *b)
{
    Session *s = b->s;
    FlagWords words = {0};
    find_words(b, &words);
    const char *key = find_key(b, &words);
    const char *answers[] = {arena_print(&s->texts, "%s.safe", key),
                             arena_print(&s->texts, "%s.bug", key)};
    const char *output = arena_print(&s->texts, "%s/run-%d", b->folder, (int)getpid());
    for (int status = EXIT_SAFE; may_recall(b) && status <= EXIT_BUG; status++)
        if (access(answers[status], R_OK) == 0 && print_file(answers[status])) {
            if (!s->options.json && !s->options.quiet)
                fputs("  as before: nothing has changed\n", stdout);
            vec_free(&words);
            return status;
        }
    int status = run_words(&words, output);
    print_file(output);
    if ((status != EXIT_SAFE && status != EXIT_BUG) || !may_recall(b))
        unlink(output);
    else if (rename(output, answers[status]) != 0)
        fprintf(stderr, "heddle: cannot write %s: %s\n", answers[status], strerror(errno));
    vec_free(&words);
    return status;
}

/* A bug is worse than what is not known, and that than safe. */
static int worse(int a, int b)
{
    static const int order[] = {EXIT_SAFE, EXIT_OPEN, EXIT_INPUT, EXIT_BUG, EXIT_INTERNAL};
    int of_a = 0, of_b = 0;
    for (int k = 0; k < 5; k++) {
        of_a = order[k] == a ? k : of_a;
        of_b = order[k] == b ? k : of_b;
    }
    return of_a > of_b ? a : b;
}

static int check_programs(Build *b)
{
    int status = EXIT_SAFE;
    size_t programs = 0;
    if (b->s->options.json)
        fputs("[\n", stdout);
    for (size_t k = 0; k < b->units.len; k++) {
        if (!defines(&b->units.at[k], "main"))
            continue;
        if (programs++ && b->s->options.json)
            fputs(",\n", stdout);
        find_program(b, k);
        status = worse(status, check_program(b));
        fflush(stdout);
    }
    if (b->s->options.json)
        fputs("]\n", stdout);
    return programs ? status
                    : session_complain(b->s,
                                       "-p %s: no file of the project defines main; "
                                       "heddle check --library checks a library",
                                       b->s->options.project);
}

static void free_build(Build *b)
{
    vec_each (BuildUnit, unit, &b->units) {
        vec_free(&unit->symbols.defined);
        vec_free(&unit->symbols.used);
    }
    vec_free(&b->units);
    vec_free(&b->program);
    database_free(&b->database);
}

/* The folder of answers lies beside compile_commands.json. */
static int open_build(Build *b)
{
    Session *s = b->s;
    char why[512];
    struct stat status;
    if (!database_read(&b->database, s->options.project, &s->texts, why, sizeof why))
        return session_complain(s, "-p: %s", why);
    bool is_folder = stat(s->options.project, &status) == 0 && S_ISDIR(status.st_mode);
    b->folder = is_folder ? arena_print(&s->texts, "%s/.heddle", s->options.project)
                          : arena_print(&s->texts, "%s.heddle", s->options.project);
    if (mkdir(b->folder, 0777) != 0 && errno != EEXIST)
        return session_complain(s, "cannot make the folder %s: %s", b->folder, strerror(errno));
    if (!hash_file("/proc/self/exe", b->self))
        return session_complain(s, "heddle cannot read itself");
    return 0;
}

int session_check_build(Session *s)
{
#ifdef HEDDLE_C
    Build b = {.s = s};
    int status = open_build(&b);
    if (!status)
        status = compile_units(&b);
    if (!status)
        status = check_programs(&b);
    free_build(&b);
    return status;
#else
    return session_complain(s, "this heddle was built without clang and LLVM 19");
#endif
}

int session_take_build(Session *s)
{
    Database database = {0};
    char why[512];
    if (!database_read(&database, s->options.project, &s->texts, why, sizeof why))
        return session_complain(s, "-p: %s", why);
    CFileFlags *all = arena_alloc(&s->texts, (s->operands.len + 1) * sizeof *all);
    for (size_t k = 0; k < s->operands.len; k++) {
        const DatabaseEntry *entry = database_find(&database, s->operands.at[k]);
        const char **flags =
            arena_alloc(&s->texts, (entry ? entry->flags.len + 1 : 1) * sizeof *flags);
        for (size_t n = 0; entry && n < entry->flags.len; n++)
            flags[n] = entry->flags.at[n];
        all[k] = (CFileFlags){flags, entry ? entry->flags.len : 0};
    }
    s->file_flags = all;
    database_free(&database);
    return 0;
}
