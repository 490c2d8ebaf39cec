/* budget.c -- see budget.h. */
#include "base/budget.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "base/memory.h"

/* Writable, because a signal handler has no other way to tell. */
enum { CAUGHT_END = 1, CAUGHT_ASK = 2, CAUGHT_AGAIN = 4, CAUGHT_SPENT = 8 };
static volatile sig_atomic_t caught;

static const double line_interval = 0.2; /* seconds between two live lines */

double budget_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

double budget_cpu(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return seconds_of(own.ru_utime) + seconds_of(own.ru_stime) + seconds_of(children.ru_utime) +
           seconds_of(children.ru_stime);
}

void budget_begin(Budget *budget, int64_t seconds, int64_t megabytes, ProgressForm form)
{
    *budget = (Budget){
        .start = budget_now(),
        .time_limit = (double)seconds,
        .memory_limit = (uint64_t)megabytes * 1024,
        .form = form,
    };
    budget->next_line = budget->start + line_interval;
}

void budget_count(Budget *budget, double start)
{
    if (budget->time_limit > 0)
        budget->time_limit -= budget->start - start;
    if (budget->time_limit < 0)
        budget->time_limit = 1e-3;
}

double budget_elapsed(const Budget *budget)
{
    return budget_now() - budget->start;
}

const char *budget_why_over(const Budget *budget)
{
    if (caught & CAUGHT_END)
        return "interrupted";
    if (caught & CAUGHT_SPENT)
        return "no more processor time is allowed (ulimit -t)";
    if (budget->time_limit > 0 && budget_elapsed(budget) >= budget->time_limit)
        return "the time limit was reached (--time-limit)";
    if (budget->cpu_limit > 0 && budget_cpu() + budget->others_cpu >= budget->cpu_limit)
        return "the limit of processor time was reached (--cpu-limit)";
    if (budget->memory_limit && memory_resident_kb() + budget->others_kb >= budget->memory_limit)
        return "the memory limit was reached (--memory-limit)";
    return NULL;
}

bool budget_exhausted(Budget *budget)
{
    if (!budget->reason)
        budget->reason = budget_why_over(budget);
    return budget->reason != NULL;
}

bool budget_spend(Budget *budget, uint64_t work)
{
    budget->work += work;
    if (budget->most_work && budget->work >= budget->most_work && !budget->reason)
        budget->reason = "so much work was allowed (--work-limit)";
    if (budget_exhausted(budget) || !budget->worker || budget->work < worker_until(budget->worker))
        return budget->reason != NULL;
    if (!worker_pause(budget->worker) && !budget->reason)
        budget->reason = "another engine has the answer";
    return budget_exhausted(budget);
}

bool budget_progress_due(Budget *budget)
{
    if (caught & CAUGHT_ASK)
        return true;
    if (budget->form == PROGRESS_NONE)
        return false;
    double now = budget_now();
    if (now < budget->next_line)
        return false;
    budget->next_line = now + line_interval;
    return true;
}

typedef struct Text {
    char at[160];
    size_t len;
} Text;

static void add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text->at + text->len, sizeof text->at - text->len, format, args);
    va_end(args);
    text->len += (size_t)len;
    if (text->len >= sizeof text->at)
        text->len = sizeof text->at - 1;
}

/* 12345 states, 678 to go, depth 9, 4000 states/s, 12 MB, 3 s of 60 s */
static void print_line(const Budget *budget, const Headway *p, double rate, bool over)
{
    Text text = {0};
    add(&text, "%llu %s, %llu to go, ", (unsigned long long)p->count, p->unit,
        (unsigned long long)p->todo);
    if (p->more)
        add(&text, "%llu %s, ", (unsigned long long)p->more_count, p->more);
    if (p->level)
        add(&text, "%s %llu, ", p->level, (unsigned long long)p->reached);
    add(&text, "%.0f %s/s, %llu", rate, p->unit,
        (unsigned long long)(memory_resident_kb() + budget->others_kb) / 1024);
    if (budget->memory_limit)
        add(&text, " of %llu", (unsigned long long)budget->memory_limit / 1024);
    add(&text, " MB, ");
    if (budget->others)
        add(&text, "%u processes, ", budget->others);
    add(&text, "%.0f", budget_elapsed(budget));
    if (budget->time_limit > 0)
        add(&text, " of %.0f", budget->time_limit);
    add(&text, " s");
    if (over)
        fprintf(stderr, "\r%.79s\033[K", text.at);
    else
        fprintf(stderr, "%s\n", text.at);
}

static void print_json(const Budget *budget, const Headway *p, double rate)
{
    fprintf(stderr, "{\"%s\": %llu, \"frontier\": %llu, \"rate\": %.0f, ", p->unit,
            (unsigned long long)p->count, (unsigned long long)p->todo, rate);
    if (p->more)
        fprintf(stderr, "\"%s\": %llu, ", p->more, (unsigned long long)p->more_count);
    if (p->level)
        fprintf(stderr, "\"%s\": %llu, ", p->level, (unsigned long long)p->reached);
    if (p->by_level)
        fprintf(stderr, "\"level_todo\": %llu, ", (unsigned long long)p->level_todo);
    fprintf(stderr,
            "\"processes\": %u, \"memory_kb\": %llu, \"memory_limit_kb\": %llu, \"seconds\": %.2f, "
            "\"time_limit\": %.0f}\n",
            budget->others ? budget->others : 1,
            (unsigned long long)(memory_resident_kb() + budget->others_kb),
            (unsigned long long)budget->memory_limit, budget_elapsed(budget), budget->time_limit);
}

void budget_show_progress(Budget *budget, const Headway *progress)
{
    double now = budget_now(), since = budget->last_time > 0 ? budget->last_time : budget->start;
    uint64_t before = progress->count >= budget->last_count ? budget->last_count : 0;
    double rate = now > since ? (double)(progress->count - before) / (now - since) : 0;
    bool asked = (caught & CAUGHT_ASK) != 0;
    if (budget->form == PROGRESS_JSON)
        print_json(budget, progress, rate);
    else if (asked || budget->form == PROGRESS_LINE)
        print_line(budget, progress, rate, !asked);
    fflush(stderr);
    if (asked)
        caught &= ~CAUGHT_ASK;
    budget->last_count = progress->count;
    budget->last_time = now;
}

void budget_clear_line(Budget *budget)
{
    if (budget->form != PROGRESS_LINE)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* A program that signals a group of processes may signal us twice: the second is not meant. */
static void catch_end(int number)
{
    if (caught & CAUGHT_AGAIN) {
        signal(number, SIG_DFL);
        raise(number);
    }
    caught |= caught & CAUGHT_END ? CAUGHT_AGAIN : CAUGHT_END;
}

/* Comes once in a second, until the hard limit ends the process. */
static void catch_spent(int number)
{
    (void)number;
    caught |= CAUGHT_SPENT;
}

static void catch_ask(int number)
{
    (void)number;
    caught |= CAUGHT_ASK;
}

void budget_catch_signals(void)
{
    struct sigaction end = {.sa_handler = catch_end};
    struct sigaction ask = {.sa_handler = catch_ask, .sa_flags = SA_RESTART};
    struct sigaction spent = {.sa_handler = catch_spent, .sa_flags = SA_RESTART};
    sigemptyset(&end.sa_mask);
    sigemptyset(&spent.sa_mask);
    sigemptyset(&ask.sa_mask);
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGHUP, &end, NULL);
    sigaction(SIGXCPU, &spent, NULL);
    sigaction(SIGUSR1, &ask, NULL);
}
