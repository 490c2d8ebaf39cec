/* build.c -- from files and a schedule to a binary; see native.h. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/guard.h"
#include "native/native.h"

extern char **environ;

static const char *inside(Native *n, const char *name)
{
    return arena_print(&n->arena, "%s/%s", n->folder, name);
}

static int spawn(const char *const *arguments, const char *messages)
{
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int error =
        posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return -error;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static bool call(Native *n, const char *const *arguments, const char *messages)
{
    int status = spawn(arguments, messages);
    if (status < 0)
        diag_error(n->diag, (Pos){0}, "cannot run %s: %s", arguments[0], strerror(-status));
    return status == 0;
}

/* What a program has said. */
static const char *all_lines(Native *n, const char *messages)
{
    const char *why;
    Sources texts = {0};
    int file = source_read(&texts, messages, &why);
    const char *text = file >= 0 ? texts.files.at[file].text : "";
    text = arena_copy(&n->arena, text, strlen(text));
    source_free(&texts);
    return text;
}

/* Where the compiler says what is wrong, if it does: else the first line. */
static const char *first_line(Native *n, const char *messages)
{
    const char *text = all_lines(n, messages), *at = strstr(text, "error: ");
    while (at && at > text && at[-1] != '\n')
        at--;
    at = at ? at : text;
    return arena_copy(&n->arena, at, strcspn(at, "\n"));
}

static bool write_runtime(Native *n, const char *name)
{
    FILE *out = fopen(name, "w");
    bool written = out && fputs(c_replay_runtime(), out) >= 0;
    if (written)
        schedule_print(&n->schedule, out);
    if (out && fclose(out) != 0)
        written = false;
    if (!written)
        diag_error(n->diag, (Pos){0}, "cannot write %s: %s", name, strerror(errno));
    return written;
}

static bool compile(Native *n, const char *from, const char *to, const char *sanitize)
{
    const char *messages = inside(n, "messages");
    const char *arguments[] = {
        "clang-19",
        "-c",
        "-fno-builtin",
        "-O0",
        "-gdwarf-4",
        "-w",
        n->options.ilp32 ? "-m32" : "-m64",
        "-o",
        to,
        from,
        NULL,
        NULL,
    };
    if (*sanitize)
        arguments[10] = arena_print(&n->arena, "-fsanitize=%s", sanitize);
    if (call(n, arguments, messages))
        return true;
    if (n->diag->errors)
        return false;
    const char *what = n->options.ilp32 && strstr(all_lines(n, messages), "file not found")
                           ? " (the C library for 32 bits is missing: install gcc-multilib)"
                           : "";
    diag_error(n->diag, (Pos){0}, "clang-19 cannot compile the program for replay --native%s: %s",
               what, first_line(n, messages));
    return false;
}

/* clang's own libraries of the sanitizers may not be there; those of gcc do as well. */
static bool link_with(Native *n, const char *linker, const char *library, const char *sanitize)
{
    const char *arguments[] = {linker,
                               n->options.ilp32 ? "-m32" : "-m64",
                               "-no-pie",
                               "-o",
                               n->binary,
                               inside(n, "program.o"),
                               inside(n, "replay.o"),
                               "-lm",
                               "-lpthread",
                               library,
                               NULL,
                               NULL};
    if (*sanitize)
        arguments[10] = arena_print(&n->arena, "-fsanitize=%s", sanitize);
    return spawn(arguments, inside(n, "messages")) == 0;
}

static bool link_all(Native *n, const char *sanitize)
{
    static const char *const linkers[] = {"clang-19", "gcc", "cc"};
    for (size_t k = 0; k < sizeof linkers / sizeof *linkers; k++)
        if (link_with(n, linkers[k], "-lm", sanitize) ||
            link_with(n, linkers[k], "-latomic", sanitize))
            return true;
    return false;
}

/* The program as the sanitizers see it, with its schedule. */
static bool build_with(Native *n, const char *sanitize)
{
    const Program *program = n->job->program;
    bool *found = arena_array(&n->arena, bool, program->landmarks.len + 1);
    COptions options = n->options;
    options.sanitize = sanitize;
    options.call_types = n->bug->error == ERR_CALL_TYPE;
    n->sanitize = sanitize;
    schedule_free(&n->schedule);
    if (!c_instrument(n->sources, n->files, n->file_count, &options, &program->landmarks, found,
                      inside(n, "program.bc"), n->diag))
        return false;
    schedule_make(program, n->bug, found, &n->schedule);
    return write_runtime(n, inside(n, "replay.c")) &&
           compile(n, inside(n, "replay.c"), inside(n, "replay.o"), "") &&
           compile(n, inside(n, "program.bc"), inside(n, "program.o"), sanitize);
}

static bool has_valgrind(void)
{
    const char *const arguments[] = {"valgrind", "--version", NULL};
    int status = 0;
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int error =
        posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return false;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* What can see an error of this kind: sanitizers, or "memcheck". */
typedef struct Ways {
    ErrorKind error;
    const char *ways[3]; /* NULL: no more */
} Ways;

static const char *choose_way(ErrorKind error, int way)
{
    static const char both[] = "address,undefined";
    static const Ways table[] = {
        {ERR_RACE, {"thread"}},
        {ERR_NOT_HELD, {"thread", both}},
        {ERR_DESTROYED, {"thread", both}},
        {ERR_BUSY, {"thread", both}},
        {ERR_BAD_THREAD, {both, "thread", "memcheck"}},
        {ERR_MISUSE, {both, "thread", "memcheck"}},
        {ERR_UNINITIALISED, {"memcheck", both}},
        {ERR_NO_RETURN, {"memcheck", both}},
        {ERR_NULL_POINTER, {both, "memcheck"}},
        {ERR_WILD_POINTER, {both, "memcheck"}},
        {ERR_OUT_OF_BOUNDS, {both, "memcheck"}},
        {ERR_FREED, {both, "memcheck"}},
        {ERR_DOUBLE_FREE, {both, "memcheck"}},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (table[k].error == error)
            return way < 3 ? table[k].ways[way] : NULL;
    return way == 0 ? both : NULL;
}

bool native_begin(Native *n)
{
    const char *parent = getenv("TMPDIR");
    char *folder = arena_print(&n->arena, "%s/heddle-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!guard_make_folder(folder)) {
        diag_error(n->diag, (Pos){0}, "cannot make a temporary folder %s: %s", folder,
                   strerror(errno));
        return false;
    }
    n->folder = folder;
    n->binary = *n->output ? n->output : inside(n, "run");
    return true;
}

bool native_build(Native *n, int way)
{
    const char *sanitize = choose_way(n->bug->error, way);
    n->memcheck = sanitize && strcmp(sanitize, "memcheck") == 0;
    if (n->memcheck && !has_valgrind()) {
        n->memcheck = false;
        n->missing = "valgrind, which could see it, is not installed";
        if (way > 0)
            return false;
    }
    if (!sanitize)
        return false;
    if (strcmp(sanitize, "memcheck") == 0)
        sanitize = "";
    if (n->options.ilp32 && strcmp(sanitize, "thread") == 0) {
        n->missing = "ThreadSanitizer, which could see it, does not know programs of 32 bits";
        sanitize = "";
    }
    if (!build_with(n, sanitize))
        return false;
    if (link_all(n, sanitize))
        return true;
    const char *why = first_line(n, inside(n, "messages"));
    if (*sanitize && build_with(n, "") && link_all(n, "")) {
        n->missing =
            "the libraries of the sanitizers are not installed (libclang-rt-19-dev, or gcc)";
        return true;
    }
    if (!n->diag->errors)
        diag_error(n->diag, (Pos){0}, "the program cannot be linked: %s", why);
    return false;
}

void native_clean(Native *n)
{
    static const char *const names[] = {"messages", "program.bc", "program.o", "replay.c",
                                        "replay.o", "run",        "status",    "said"};
    for (size_t k = 0; k < sizeof names / sizeof *names && n->folder; k++)
        unlink(inside(n, names[k]));
    if (n->folder)
        rmdir(n->folder);
    guard_leave_folder(n->folder);
    schedule_free(&n->schedule);
    arena_free(&n->arena);
}
