/* cell.c -- see cell.h.
 *
 *   server -> A: another user if the server is root, namespaces -> B: the first process there, waits
 *          -> C: limits, Landlock, seccomp, exec heddle -> clang
 *
 * A waits for B, and B for C; what they say is C's exit status.  Between fork and exec only calls are made
 * that a process with threads may make there: all texts are ready before. */
#include "serve/cell.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "serve/wall.h"

enum { NOBODY = 65534, FILE_BYTES = 64 << 20, MOST_ARGUMENTS = 64, CANNOT = 126 };

/* ---- the folder ---- */

static void empty_folder(int folder)
{
    int again = dup(folder);
    DIR *dir = again < 0 ? NULL : fdopendir(again);
    if (!dir)
        return;
    rewinddir(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) {
            empty_folder(inner);
            close(inner);
            unlinkat(folder, entry->d_name, AT_REMOVEDIR);
        } else
            unlinkat(folder, entry->d_name, 0);
    }
    closedir(dir);
}

static void clean(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) {
        empty_folder(folder);
        close(folder);
    }
}

bool cell_open(Cell *cell, const char *folder, uint32_t parts, CellLimits limits)
{
    *cell = (Cell){.parts = parts, .limits = limits, .rules = -1, .program = -1, .heard = {-1, -1}};
    cell->folder = strdup(folder);
    if (!cell->folder || mkdir(folder, 0700) != 0 || pipe2(cell->heard, O_CLOEXEC) != 0)
        return false;
    if (geteuid() == 0 && chown(folder, NOBODY, NOBODY) != 0)
        return false;
    cell->program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (cell->program < 0)
        return false;
    if (parts & WALL_FILES)
        cell->rules = wall_rules(folder);
    return !(parts & WALL_FILES) || cell->rules >= 0;
}

void cell_stop(Cell *cell)
{
    ssize_t written = cell->heard[1] >= 0 ? write(cell->heard[1], "", 1) : 0;
    (void)written; /* there is room for one */
}

void cell_close(Cell *cell)
{
    if (cell->folder) {
        clean(cell->folder);
        rmdir(cell->folder);
    }
    free(cell->folder);
    const int files[] = {cell->rules, cell->program, cell->heard[0], cell->heard[1]};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        if (files[k] >= 0)
            close(files[k]);
}

static bool write_program(const Cell *cell, const CellRun *run)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", cell->folder, run->name);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool written = file >= 0;
    for (size_t done = 0; written && done < run->len;) {
        ssize_t n = write(file, run->text + done, run->len - done);
        written = n > 0;
        done += written ? (size_t)n : 0;
    }
    if (file >= 0 && close(file) != 0)
        written = false;
    return written;
}

/* ---- the processes ---- */

/* All that a child needs, ready before it is made. */
typedef struct Start {
    const Cell *cell;
    char *arguments[MOST_ARGUMENTS];
    char *environment[6]; /* NULL ends them */
    char tmpdir[1024], home[1024];
    int out, err;
} Start;

static void limit(int which, rlim_t value)
{
    struct rlimit both = {value, value};
    setrlimit(which, &both);
}

static void set_limits(const CellLimits *limits)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, limits->seconds + 1);
    limit(RLIMIT_FSIZE, FILE_BYTES);
    limit(RLIMIT_NOFILE, 256);
    limit(RLIMIT_NPROC, limits->processes);
#ifndef __SANITIZE_ADDRESS__ /* which reserves terabytes */
    limit(RLIMIT_AS, (rlim_t)limits->megabytes << 20);
#endif
}

_Noreturn static void become_heddle(const Start *start)
{
    const Cell *cell = start->cell;
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    bool ready = null >= 0 && dup2(null, 0) == 0 && dup2(start->out, 1) == 1 &&
                 dup2(start->err, 2) == 2 && chdir(cell->folder) == 0;
    set_limits(&cell->limits);
    ready = ready && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    if (cell->parts & WALL_FILES)
        ready = ready && wall_enter_files(cell->rules);
    if (cell->parts & WALL_CALLS)
        ready = ready && wall_enter_calls();
    if (ready)
        syscall(SYS_execveat, cell->program, "", start->arguments, start->environment,
                AT_EMPTY_PATH);
    _exit(CANNOT);
}

/* Waits for the child, and ends as it did: 128 and more stand for signals. */
_Noreturn static void follow(pid_t child)
{
    int status = 0;
    while (child > 0) {
        pid_t ended = waitpid(-1, &status, 0);
        if (ended == child)
            break;
        if (ended < 0 && errno != EINTR)
            _exit(CANNOT);
    }
    _exit(child < 0 ? CANNOT : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

static bool drop_user(void)
{
    if (geteuid() != 0)
        return true;
    bool dropped = setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0 &&
                   setresuid(NOBODY, NOBODY, NOBODY) == 0;
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); /* it must write to files of its own in /proc */
    return dropped;
}

/* Nothing else that the server has open: connections above all, which would not end before the run. */
static void close_others(const Start *start)
{
    const int kept[] = {start->out, start->err, start->cell->rules, start->cell->program};
    unsigned from = 3;
    for (;;) {
        unsigned next = ~0u; /* the first one from there on that is kept */
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
            if (kept[k] >= (int)from && (unsigned)kept[k] < next)
                next = (unsigned)kept[k];
        if (next > from)
            syscall(SYS_close_range, from, next == ~0u ? next : next - 1, 0);
        if (next == ~0u)
            return;
        from = next + 1;
    }
}

_Noreturn static void enter(const Start *start)
{
    close_others(start);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    setsid();
    if (!drop_user())
        _exit(CANNOT);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* another user: it is forgotten */
    bool apart = start->cell->parts & WALL_SPACES;
    if (apart && !wall_enter_spaces())
        _exit(CANNOT);
    pid_t first = fork();
    if (first == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        pid_t inner = fork();
        if (inner == 0)
            become_heddle(start);
        follow(inner);
    }
    follow(first);
}

static void prepare(Start *start, const Cell *cell, const CellRun *run)
{
    size_t n = 0;
    start->cell = cell;
    snprintf(start->tmpdir, sizeof start->tmpdir, "TMPDIR=%s", cell->folder);
    snprintf(start->home, sizeof start->home, "HOME=%s", cell->folder);
    start->environment[0] = start->tmpdir;
    start->environment[1] = start->home;
    start->environment[2] = "PATH=/usr/local/bin:/usr/bin:/bin";
    start->environment[3] = "LANG=C.UTF-8";
#ifdef __SANITIZE_ADDRESS__
    start->environment[4] = "ASAN_OPTIONS=detect_leaks=0"; /* it takes ptrace */
#endif
    start->arguments[n++] = "heddle";
    start->arguments[n++] = (char *)run->command;
    for (size_t k = 0; run->options[k] && n < MOST_ARGUMENTS - 2; k++)
        start->arguments[n++] = (char *)run->options[k];
    start->arguments[n++] = (char *)run->name;
    start->arguments[n] = NULL;
}

/* ---- what it says ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* False: the other side has closed it. */
static bool listen_to(int file, CellText *text, size_t most)
{
    char buffer[16384];
    ssize_t n = read(file, buffer, sizeof buffer);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    size_t room = most - text->len, keep = (size_t)n < room ? (size_t)n : room;
    char *longer = keep ? realloc(text->at, text->len + keep + 1) : text->at;
    text->cut |= keep < (size_t)n || (keep && !longer);
    if (keep && longer) {
        text->at = longer;
        memcpy(text->at + text->len, buffer, keep);
        text->len += keep;
        text->at[text->len] = 0;
    }
    return true;
}

/* Until both are closed, the time is over, or somebody calls cell_stop. */
static CellEnd listen_all(const Cell *cell, CellRun *run, int out, int err, double end)
{
    struct pollfd from[] = {{.fd = out, .events = POLLIN},
                            {.fd = err, .events = POLLIN},
                            {.fd = cell->heard[0], .events = POLLIN}};
    while (from[0].fd >= 0 || from[1].fd >= 0) {
        double left = end - now();
        if (left <= 0)
            return CELL_LATE;
        int n = poll(from, 3, (int)(left * 1000) + 1);
        if (n < 0 && errno != EINTR)
            return CELL_BROKEN;
        if (n > 0 && from[2].revents)
            return CELL_KILLED;
        if (n > 0 && from[0].revents && !listen_to(out, &run->out, cell->limits.output))
            from[0].fd = -1;
        if (n > 0 && from[1].revents && !listen_to(err, &run->err, cell->limits.output))
            from[1].fd = -1;
    }
    return CELL_EXITED;
}

static void read_page(const Cell *cell, CellRun *run)
{
    char path[1024];
    struct stat st;
    snprintf(path, sizeof path, "%s/report.html", cell->folder);
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &st) == 0 && S_ISREG(st.st_mode)) {
        if ((size_t)st.st_size > cell->limits.page)
            run->page.cut = true;
        else
            while (listen_to(file, &run->page, cell->limits.page))
                ;
    }
    close(file);
}

static void finish(CellRun *run, pid_t child, CellEnd end)
{
    int status = 0;
    if (end != CELL_EXITED) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    kill(-child, SIGKILL); /* whoever is left of its group */
    run->end = end;
    run->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + SIGKILL;
    if (end == CELL_EXITED && run->status >= 128) {
        run->end = CELL_KILLED;
        run->status -= 128;
    } else if (end == CELL_EXITED && run->status == CANNOT)
        run->end = CELL_BROKEN;
}

void cell_run(Cell *cell, CellRun *run)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    double begin = now();
    run->end = CELL_BROKEN;
    Start *start = calloc(1, sizeof *start);
    clean(cell->folder);
    if (start && write_program(cell, run) && pipe2(out, O_CLOEXEC) == 0 &&
        pipe2(err, O_CLOEXEC) == 0) {
        prepare(start, cell, run);
        start->out = out[1];
        start->err = err[1];
        pid_t child = fork();
        if (child == 0)
            enter(start);
        close(out[1]);
        close(err[1]);
        out[1] = err[1] = -1;
        if (child > 0) {
            CellEnd end =
                listen_all(cell, run, out[0], err[0], begin + (double)cell->limits.seconds + 2);
            finish(run, child, end);
            if (run->end == CELL_EXITED)
                read_page(cell, run);
        }
    }
    for (int k = 0; k < 2; k++) {
        if (out[k] >= 0)
            close(out[k]);
        if (err[k] >= 0)
            close(err[k]);
    }
    free(start);
    clean(cell->folder);
    run->seconds = now() - begin;
}

void cell_free(CellRun *run)
{
    free(run->out.at);
    free(run->err.at);
    free(run->page.at);
}
