/* child.c -- children: another heddle each, in a group of processes of its own. */
#include "base/budget.h"
#include "lsp/lsp.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_PRINTED = 1 << 28, PATIENCE = 2 }; /* bytes; seconds after SIGTERM */

Child *child_new(Server *s, AskKind kind, Document *d)
{
    Child *c = memory_alloc(sizeof *c);
    *c = (Child){.kind = kind, .document = d, .serial = d->serial, .out = -1, .err = -1};
    child_add(c, "heddle");
    vec_push(&s->children, c);
    return c;
}

void child_add(Child *c, const char *word)
{
    if (c->words.len)
        c->words.len--; /* the NULL */
    vec_push(&c->words, memory_copy_string(word));
    vec_push(&c->words, NULL);
}

static bool make_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0;
}

static int spawn(const Server *s, Child *c, int out, int err)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &s->before);
    posix_spawnattr_setpgroup(&attributes, 0);
    int error = posix_spawn(&c->pid, "/proc/self/exe", &actions, &attributes, c->words.at, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Who cannot be started has ended. */
void child_start(Server *s, Child *c)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    bool piped = make_pipe(out) && make_pipe(err);
    int error = piped ? spawn(s, c, out[1], err[1]) : errno;
    close(out[1]);
    close(err[1]);
    c->out = out[0], c->err = err[0];
    if (error) {
        const char *why = strerror(error);
        for (; *why; why++)
            vec_push(&c->said, *why);
        close(out[0]);
        close(err[0]);
        c->out = c->err = -1;
        c->pid = 0;
        c->ended = true;
        c->status = -1;
        return;
    }
    fcntl(c->out, F_SETFL, O_NONBLOCK);
    fcntl(c->err, F_SETFL, O_NONBLOCK);
    progress_begin(s, c);
}

/* SIGTERM lets it remove what it has written; who does not listen is killed later. */
void child_stop(Server *s, Child *c)
{
    if (c->dropped)
        return;
    c->dropped = true;
    if (c->pid && !c->ended) {
        c->killed = true;
        kill(c->pid, SIGTERM);
        c->kill_at = budget_now() + PATIENCE;
    }
    progress_end(s, c, "stopped");
    if (c->request)
        wire_refuse(s, c->request, WIRE_CANCELLED, "stopped");
    json_decref(c->request);
    c->request = NULL;
    if (c->kind == ASK_INFER)
        ask_inferred(s, c->document);
}

/* Takes what is there; closes the pipe at its end.  True: there was something. */
bool child_read(Child *c, int *from, Text *to)
{
    char part[65536];
    if (*from < 0)
        return false;
    ssize_t got = read(*from, part, sizeof part);
    if (got > 0) {
        vec_reserve(to, to->len + (size_t)got + 1);
        memcpy(to->at + to->len, part, (size_t)got);
        to->len += (size_t)got;
        if (to->len > MOST_PRINTED && c->pid)
            kill(-c->pid, SIGKILL);
        return true;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(*from);
        *from = -1;
    }
    return false;
}

/* When it has ended, so must all that it has started. */
bool child_wait(Child *c)
{
    if (c->ended || !c->pid)
        return c->ended;
    if (c->kill_at > 0 && budget_now() > c->kill_at)
        kill(-c->pid, SIGKILL);
    if (waitpid(c->pid, &c->status, WNOHANG) != c->pid)
        return false;
    c->ended = true;
    kill(-c->pid, SIGKILL);
    return true;
}

void child_free(Child *c)
{
    if (c->out >= 0)
        close(c->out);
    if (c->err >= 0)
        close(c->err);
    for (size_t i = 0; i < c->words.len; i++)
        memory_free(c->words.at[i]);
    vec_free(&c->words);
    vec_free(&c->printed);
    vec_free(&c->said);
    json_decref(c->request);
    memory_free(c);
}
