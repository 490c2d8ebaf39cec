/* budget.c -- see budget.h. */
#include "base/budget.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "base/memory.h"

/* The one writable global of heddle: a signal handler has no other way to tell. */
static volatile sig_atomic_t interrupted;

static const double line_interval = 0.2; /* seconds between two live lines */

double budget_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void budget_begin(Budget *budget, int64_t seconds, int64_t megabytes, bool live)
{
    *budget = (Budget){
        .start = budget_now(),
        .time_limit = (double)seconds,
        .memory_limit = (uint64_t)megabytes * 1024,
        .live = live,
    };
    budget->next_line = budget->start + line_interval;
}

double budget_elapsed(const Budget *budget)
{
    return budget_now() - budget->start;
}

bool budget_exhausted(Budget *budget)
{
    if (budget->reason)
        return true;
    if (interrupted)
        budget->reason = "interrupted";
    else if (budget->time_limit > 0 && budget_elapsed(budget) >= budget->time_limit)
        budget->reason = "the time limit was reached (--time-limit)";
    else if (budget->memory_limit && memory_resident_kb() >= budget->memory_limit)
        budget->reason = "the memory limit was reached (--memory-limit)";
    return budget->reason != NULL;
}

bool budget_line_due(Budget *budget)
{
    if (!budget->live)
        return false;
    double now = budget_now();
    if (now < budget->next_line)
        return false;
    budget->next_line = now + line_interval;
    return true;
}

void budget_show_line(Budget *budget, const char *format, ...)
{
    if (!budget->live)
        return;
    char text[80];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "\r%s\033[K", text);
    fflush(stderr);
}

void budget_clear_line(Budget *budget)
{
    if (!budget->live)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

void budget_catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

double budget_slice(Budget *budget, double seconds)
{
    double whole = budget->time_limit, elapsed = budget_elapsed(budget);
    if (whole > 0 && (whole - elapsed) / 2 < seconds)
        seconds = (whole - elapsed) / 2;
    budget->time_limit = elapsed + seconds;
    return whole;
}

bool budget_restore(Budget *budget, double whole)
{
    bool sliced = budget->reason && budget_elapsed(budget) >= budget->time_limit;
    budget->time_limit = whole;
    if (sliced && !(whole > 0 && budget_elapsed(budget) >= whole))
        budget->reason = NULL;
    return budget_exhausted(budget);
}
