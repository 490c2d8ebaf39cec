/* watch.c -- see watch.h.  Another heddle does each run; one that is overtaken by a change is ended.
 *
 * Folders are watched, and not files: most editors write another file and give it the name of the old one. */
#include "command/watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
    QUIET = 150,
    PATIENCE = 2000
}; /* milliseconds without a change; for the one that is ended */

typedef struct Watch {
    Session *s;
    int inotify;
    FlagWords folders, names; /* a name for each folder: the file in it that counts */
    VEC(int) numbers;         /* by folder */
    FlagWords words;          /* the command line of a run, NULL behind the last */
    pid_t child;              /* 0: none */
    int signals;              /* that end it are read here, */
    sigset_t before;          /* and these were blocked before */
} Watch;

static bool is_asked(const char *name)
{
    return strcmp(name, "check") == 0 || strcmp(name, "prove") == 0 || strcmp(name, "infer") == 0;
}

/* `heddle watch prove --a FILE` -> `heddle prove --a FILE` */
static void find_words(Watch *w)
{
    Session *s = w->s;
    const char *command = is_asked(s->operands.at[0]) ? s->operands.at[0] : "check";
    bool watch = false, asked = false, files = false;
    vec_push(&w->words, "heddle");
    vec_push(&w->words, command);
    for (int i = 1; i < s->argc; i++) {
        const char *word = s->argv[i];
        files |= strcmp(word, "--") == 0;
        if (!watch && !files && strcmp(word, "watch") == 0)
            watch = true;
        else if (watch && !asked && !files && strcmp(word, command) == 0)
            asked = true;
        else
            vec_push(&w->words, word);
    }
    vec_push(&w->words, NULL);
}

static void add_file(Watch *w, const char *file)
{
    const char *slash = strrchr(file, '/');
    Arena *arena = &w->s->texts;
    const char *folder = slash == file ? "/"
                         : slash       ? arena_copy(arena, file, (size_t)(slash - file))
                                       : ".";
    int number = inotify_add_watch(w->inotify, folder, IN_CLOSE_WRITE | IN_MOVED_TO);
    vec_push(&w->folders, folder);
    vec_push(&w->names, slash ? slash + 1 : file);
    vec_push(&w->numbers, number);
}

static bool ends_with(const char *name, const char *tail)
{
    size_t a = strlen(name), b = strlen(tail);
    return a > b && strcmp(name + a - b, tail) == 0;
}

/* The files themselves, headers beside them, heddle.toml. */
static bool counts(const Watch *w, const struct inotify_event *event)
{
    if (!event->len)
        return false;
    for (size_t k = 0; k < w->numbers.len; k++)
        if (w->numbers.at[k] == event->wd &&
            (strcmp(w->names.at[k], event->name) == 0 || ends_with(event->name, ".h") ||
             strcmp(event->name, "heddle.toml") == 0))
            return true;
    return false;
}

/* Reads what has happened; true: something that counts has changed. */
static bool read_changes(Watch *w)
{
    char buffer[8192] __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t got = read(w->inotify, buffer, sizeof buffer);
    bool changed = false;
    for (char *at = buffer; got > 0 && at < buffer + got;) {
        const struct inotify_event *event = (const struct inotify_event *)at;
        changed |= counts(w, event);
        at += sizeof *event + event->len;
    }
    return changed;
}

static bool has_ended(Watch *w)
{
    if (w->child && waitpid(w->child, NULL, WNOHANG) == w->child)
        w->child = 0;
    return !w->child;
}

/* SIGTERM lets it remove what it has written. */
static void stop(Watch *w)
{
    if (has_ended(w))
        return;
    kill(w->child, SIGTERM);
    for (int waited = 0; waited < PATIENCE && !has_ended(w); waited += 10)
        usleep(10000);
    if (w->child) {
        kill(w->child, SIGKILL);
        waitpid(w->child, NULL, 0);
        w->child = 0;
    }
}

static int start(Watch *w)
{
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &w->before);
    int error = posix_spawn(&w->child, "/proc/self/exe", NULL, &attributes,
                            (char *const *)w->words.at, environ);
    posix_spawnattr_destroy(&attributes);
    if (error)
        w->child = 0;
    return error;
}

/* Until something has changed, and nothing more for a moment.  False: a signal has come. */
static bool wait_for_change(Watch *w)
{
    struct pollfd both[] = {{.fd = w->inotify, .events = POLLIN},
                            {.fd = w->signals, .events = POLLIN}};
    for (bool changed = false;;) {
        int ready = poll(both, 2, changed ? QUIET : w->child ? 200 : -1);
        has_ended(w);
        if (ready > 0 && both[1].revents)
            return false;
        if (ready > 0)
            changed |= read_changes(w);
        else if (ready == 0 && changed)
            return true;
    }
}

static void catch_signals(Watch *w)
{
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, &w->before);
    w->signals = signalfd(-1, &ends, SFD_CLOEXEC);
}

int watch_run(Session *s)
{
    Watch w = {.s = s, .inotify = inotify_init1(IN_CLOEXEC)};
    int error = 0;
    if (w.inotify < 0)
        return session_complain(s, "watch: %s", strerror(errno));
    find_words(&w);
    vec_each (const char *, name, &s->operands)
        if (session_find_front(*name))
            add_file(&w, *name);
    if (s->config.file)
        add_file(&w, s->config.file);
    bool some = w.numbers.len > 0, goes_on = some;
    catch_signals(&w);
    while (goes_on) {
        error = start(&w);
        goes_on = !error && wait_for_change(&w);
        stop(&w);
        if (goes_on)
            fprintf(stderr, "\nheddle watch: a file has changed\n");
    }
    close(w.signals);
    close(w.inotify);
    vec_free(&w.folders);
    vec_free(&w.names);
    vec_free(&w.numbers);
    vec_free(&w.words);
    if (some && !error)
        return 0;
    return some ? session_complain(s, "watch: %s", strerror(error))
                : session_complain(s,
                                   "watch needs a file: heddle watch [check|prove|infer] FILE...");
}
