/* pipe.c -- cvc5 as a process: SMT-LIB goes to its standard input, answers come from its output. */
#include "smt/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "smt/watch.h"

typedef struct Pipe {
    pid_t child;
    FILE *to, *from;
    Written written;
} Pipe;

static void run_child(const Solver *solver, int in, int out)
{
    char limit[64], seed[64];
    snprintf(limit, sizeof limit, "--rlimit-per=%llu", (unsigned long long)solver->options.limit);
    snprintf(seed, sizeof seed, "--seed=%u", solver->options.seed);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close(in);
    close(out);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execlp("cvc5", "cvc5", "--lang=smt2", "--incremental", "--produce-models", "--quiet", seed,
           limit, (char *)NULL);
    _exit(127);
}

static bool start(const Solver *solver, Pipe *p)
{
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) || pipe2(up, O_CLOEXEC))
        return false;
    fflush(NULL);
    p->child = fork();
    if (p->child == 0)
        run_child(solver, down[0], up[1]);
    close(down[0]);
    close(up[1]);
    p->to = fdopen(down[1], "w");
    p->from = fdopen(up[0], "r");
    return p->child > 0 && p->to && p->from;
}

static void stop(Pipe *p)
{
    if (p->to)
        fclose(p->to);
    if (p->from)
        fclose(p->from);
    if (p->child > 0)
        waitpid(p->child, NULL, 0);
    vec_free(&p->written.at);
    memory_free(p);
}

/* One line of an answer without its end; false: cvc5 has ended. */
static bool read_line(Pipe *p, char *line, size_t size)
{
    fflush(p->to);
    if (!fgets(line, (int)size, p->from))
        return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

static void *cvc5_open(Solver *solver, char *why, size_t size)
{
    Pipe *p = memory_alloc(sizeof *p);
    char line[200];
    signal(SIGPIPE, SIG_IGN);
    bool started = start(solver, p);
    if (started)
        fputs("(set-logic ALL)\n(echo \"ready\")\n", p->to);
    if (started && read_line(p, line, sizeof line) && strstr(line, "ready"))
        return p;
    snprintf(why, size, "cannot run cvc5; is it installed?");
    stop(p);
    return NULL;
}

static void cvc5_close(Solver *solver)
{
    Pipe *p = solver->state;
    fputs("(exit)\n", p->to);
    stop(p);
}

static void assert_term(Solver *solver, Term formula)
{
    Pipe *p = solver->state;
    smtlib_define(solver->terms, formula, &p->written, p->to);
    fputs("(assert ", p->to);
    smtlib_name(solver->terms, formula, p->to);
    fputs(")\n", p->to);
}

static void cvc5_add(Solver *solver, Term formula)
{
    assert_term(solver, formula);
}

/* All of them as names, which check-sat-assuming wants. */
static void ask(Solver *solver, const Term *assumptions, size_t count)
{
    Pipe *p = solver->state;
    for (size_t i = 0; i < count; i++)
        smtlib_define(solver->terms, assumptions[i], &p->written, p->to);
    fputs("(check-sat-assuming (", p->to);
    for (size_t i = 0; i < count; i++) {
        smtlib_name(solver->terms, assumptions[i], p->to);
        fputc(' ', p->to);
    }
    fputs("))\n", p->to);
}

/* Waits for the answer; once the budget is used up there will be none. */
static void wait_for_answer(const Solver *solver, Pipe *p)
{
    const Budget *budget = solver->options.budget;
    struct pollfd from = {.fd = fileno(p->from), .events = POLLIN};
    fflush(p->to);
    while (budget && poll(&from, 1, WATCH_MILLISECONDS) <= 0)
        if (budget_why_over(budget)) {
            kill(p->child, SIGKILL);
            return;
        }
}

static SolverAnswer cvc5_check(Solver *solver, const Term *assumptions, size_t count)
{
    enum { STEPS_A_QUESTION = 20000 }; /* it does not tell */
    solver->work += STEPS_A_QUESTION;
    Pipe *p = solver->state;
    char line[200];
    ask(solver, assumptions, count);
    wait_for_answer(solver, p);
    if (!read_line(p, line, sizeof line)) {
        snprintf(solver->reason, sizeof solver->reason, "cvc5 has ended");
        return SOLVER_UNKNOWN;
    }
    if (strcmp(line, "unsat") == 0)
        return SOLVER_UNSAT;
    if (strcmp(line, "sat") == 0)
        return SOLVER_SAT;
    snprintf(solver->reason, sizeof solver->reason, "cvc5: %.120s", line);
    return SOLVER_UNKNOWN;
}

/* ((t17 true)), ((|x| (- 5))), ((|y| #b0101)) */
static bool cvc5_value(Solver *solver, Term term, int64_t *value)
{
    Pipe *p = solver->state;
    char line[400];
    smtlib_define(solver->terms, term, &p->written, p->to);
    fputs("(get-value (", p->to);
    smtlib_name(solver->terms, term, p->to);
    fputs("))\n", p->to);
    if (!read_line(p, line, sizeof line) || strncmp(line, "((", 2) != 0)
        return false;
    char *end = line + strlen(line);
    while (end > line && end[-1] == ')')
        *--end = '\0';
    char *last = strrchr(line, ' ');
    if (!last)
        return false;
    if (last[1] == '#') { /* a vector; with its sign */
        Sort sort = term_sort(solver->terms, term);
        uint64_t bits = strtoull(last + 3, NULL, last[2] == 'b' ? 2 : 16);
        *value = (int64_t)(bits << (64 - sort.width)) >> (64 - sort.width);
        return sort.base == SORT_VECTOR;
    }
    if (strcmp(last, " true") == 0 || strcmp(last, " false") == 0) {
        *value = last[1] == 't';
        return true;
    }
    char *stop_at;
    errno = 0;
    *value = strtoll(last + 1, &stop_at, 10);
    if (last > line && last[-1] == '-')
        *value = -*value;
    return !errno && stop_at > last + 1 && !*stop_at;
}

const Backend backend_cvc5 = {"cvc5",     cvc5_open,  cvc5_close, cvc5_add,
                              cvc5_check, cvc5_value, NULL,       NULL};
