/* trial.c -- see trial.h. */
#include "command/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/guard.h"

extern char **environ;

Plan plan_begin(const Session *s, const char *command)
{
    Plan plan = {.command = command};
    if (s->config_text) { /* its files and flags are in the session; its options may be dropped */
        vec_push(&plan.options, "--config=none");
        vec_each (const char *, option, &s->config.options)
            vec_push(&plan.options, *option);
    }
    for (int i = 1; i < s->argc && strcmp(s->argv[i], "--") != 0; i++) {
        int flag = flag_count(s->argc - i, (const char *const *)s->argv + i);
        if (flag) /* they are in the session, too */
            i += flag - 1;
        else if (strcmp(s->argv[i], "-o") == 0)
            i++;
        else if (strncmp(s->argv[i], "--compile-commands=", strlen("--compile-commands=")) == 0)
            continue;
        else if (strcmp(s->argv[i], "-p") == 0 && i + 1 < s->argc) {
            vec_push(&plan.options, s->argv[i]);
            vec_push(&plan.options, s->argv[++i]);
        } else if (s->argv[i][0] == '-' && s->argv[i][1])
            vec_push(&plan.options, s->argv[i]);
    }
    for (size_t i = 0; i < s->operands.len; i++)
        vec_push(&plan.operands, s->operands.at[i]);
    for (size_t i = 0; i < s->flags.len; i++)
        vec_push(&plan.flags, s->flags.at[i]);
    return plan;
}

void plan_free(Plan *plan)
{
    vec_free(&plan->options);
    vec_free(&plan->operands);
    vec_free(&plan->flags);
}

/* Is it `--name` or `--name=value`? */
static bool is_named(const char *option, const char *name, size_t len)
{
    return strncmp(option, "--", 2) == 0 && strncmp(option + 2, name, len) == 0 &&
           (!option[2 + len] || option[2 + len] == '=');
}

static void drop(Plan *plan, const char *name, size_t len)
{
    size_t kept = 0;
    for (size_t i = 0; i < plan->options.len; i++)
        if (!is_named(plan->options.at[i], name, len))
            plan->options.at[kept++] = plan->options.at[i];
    plan->options.len = kept;
}

void plan_drop(Plan *plan, const char *name)
{
    drop(plan, name, strlen(name));
}

void plan_add(Plan *plan, const char *option, Arena *arena)
{
    drop(plan, option, strcspn(option, "="));
    vec_push(&plan->options, arena_print(arena, "--%s", option));
}

void plan_keep_limits(Plan *plan)
{
    size_t kept = 0;
    for (size_t i = 0; i < plan->options.len; i++) {
        const char *option = plan->options.at[i];
        size_t len = strcspn(option, "=");
        if (len > 6 && strncmp(option + len - 6, "-limit", 6) == 0)
            plan->options.at[kept++] = option;
    }
    plan->options.len = kept;
}

/* ---- as text ---- */

static const char *quote(const char *word, Arena *arena)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=./,:+@%";
    if (*word && strspn(word, plain) == strlen(word))
        return word;
    char *text = arena_alloc(arena, 4 * strlen(word) + 3), *to = text;
    *to++ = '\'';
    for (; *word; word++)
        if (*word == '\'')
            to = stpcpy(to, "'\\''");
        else
            *to++ = *word;
    *to = '\'';
    return text;
}

/* A name that could be taken for an option. */
static const char *quote_file(const char *name, Arena *arena)
{
    return quote(*name == '-' && name[1] ? arena_print(arena, "./%s", name) : name, arena);
}

const char *plan_text(const Plan *plan, Arena *arena)
{
    const char *text = arena_print(arena, "heddle %s", plan->command);
    for (size_t i = 0; i < plan->options.len; i++)
        text = arena_print(arena, "%s %s", text, quote(plan->options.at[i], arena));
    for (size_t i = 0; i < plan->operands.len; i++)
        text = arena_print(arena, "%s %s", text, quote_file(plan->operands.at[i], arena));
    for (size_t i = 0; i < plan->flags.len; i++)
        text = arena_print(arena, "%s%s %s", text, i ? "" : " --", quote(plan->flags.at[i], arena));
    return text;
}

/* ---- tried ---- */

typedef VEC(const char *) WordList;

/* What only writes, and what a trial has of its own. */
static bool is_left_out(const char *option)
{
    static const char *const names[] = {"json",  "html",     "sarif",    "trace",      "witness",
                                        "stats", "progress", "quiet",    "time-limit", "next",
                                        "log",   "coverage", "cpu-limit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_named(option, names[i], strlen(names[i])))
            return true;
    return false;
}

static void find_words(const Plan *plan, bool longer, int64_t seconds, WordList *words,
                       Arena *arena)
{
    vec_push(words, "heddle");
    vec_push(words, plan->command);
    for (size_t i = 0; i < plan->options.len; i++)
        if (!is_left_out(plan->options.at[i]))
            vec_push(words, plan->options.at[i]);
    vec_push(words, "--trial");
    if (longer)
        vec_push(words, "--trial-longer");
    vec_push(words, "--quiet");
    vec_push(words, "--next=none");
    vec_push(words, "--cpu-limit=20"); /* where steps are very slow */
    if (seconds)
        vec_push(words, arena_print(arena, "--time-limit=%lld", (long long)seconds));
    for (size_t i = 0; i < plan->operands.len; i++)
        vec_push(words, plan->operands.at[i]);
    if (plan->flags.len)
        vec_push(words, "--");
    for (size_t i = 0; i < plan->flags.len; i++)
        vec_push(words, plan->flags.at[i]);
    vec_push(words, NULL);
}

/* All that comes out of it; the pipe is closed then. */
static char *read_all(int from, Arena *arena)
{
    VEC(char) text = {0};
    char part[4096];
    ssize_t got;
    while ((got = read(from, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
        for (ssize_t i = 0; i < got; i++)
            vec_push(&text, part[i]);
    close(from);
    char *copy = arena_copy(arena, text.at ? text.at : "", text.len);
    vec_free(&text);
    return copy;
}

/* Its exit status, and what it printed; -1: it could not be run. */
static int run(char *const *words, char **printed, Arena *arena)
{
    int pipes[2], status = 0;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe(pipes) != 0)
        return -1;
    fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, pipes[1]);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&child, "/proc/self/exe", &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    if (error) {
        close(pipes[0]);
        return -1;
    }
    guard_child(child);
    *printed = read_all(pipes[0], arena);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    guard_child(0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* `a.c: bug: data race ...` -> `bug: data race ...` */
static const char *answer_of(char *printed)
{
    static const char *const verdicts[] = {": safe", ": bug", ": bounded", ": unknown"};
    printed[strcspn(printed, "\n")] = 0;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        const char *at = strstr(printed, verdicts[i]);
        if (at)
            return at + 2;
    }
    return NULL;
}

static void try(Plan *plan, bool longer, int64_t seconds, VerdictKind was, Arena *arena)
{
    WordList words = {0};
    char *printed = NULL;
    if (plan->shown_only)
        return;
    find_words(plan, longer, seconds, &words, arena);
    int status = run((char *const *)words.at, &printed, arena);
    vec_free(&words);
    const char *gave = status == EXIT_SAFE || status == EXIT_BUG || status == EXIT_OPEN
                           ? answer_of(printed)
                           : NULL;
    if (!gave) {
        plan->gave = "an error";
        return;
    }
    plan->stopped = strstr(gave, ": so much work") || strstr(gave, "-limit)");
    plan->gave = plan->stopped ? "no answer with little work" : gave;
    plan->decides = status == EXIT_SAFE || (status == EXIT_BUG && !plan->doubted);
    bool bounds = was == VERDICT_UNKNOWN && strncmp(gave, "bounded", strlen("bounded")) == 0;
    plan->answers = plan->decides || bounds;
}

void plan_try(Plan *plan, int64_t seconds, VerdictKind was, Arena *arena)
{
    try(plan, false, seconds, was, arena);
}

void plan_try_longer(Plan *plan, int64_t seconds, VerdictKind was, Arena *arena)
{
    try(plan, true, seconds, was, arena);
}
