/* atexit.c -- handlers that exit runs, the last one first. */
#include "intrinsics.h"

enum { MOST_HANDLERS = 32 };

static int atexit_count;
static void (*atexit_handlers[MOST_HANDLERS])(void);

int atexit(void (*handler)(void))
{
    __heddle_atomic_begin();
    if (atexit_count == MOST_HANDLERS)
        __heddle_fail("limit", "more than 32 functions for atexit: register fewer");
    atexit_handlers[atexit_count++] = handler;
    __heddle_atomic_end();
    return 0;
}

/* For quick_exit; a list of its own. */
static int quick_count;
static void (*quick_handlers[MOST_HANDLERS])(void);

int at_quick_exit(void (*handler)(void))
{
    __heddle_atomic_begin();
    if (quick_count == MOST_HANDLERS)
        __heddle_fail("limit", "more than 32 functions for at_quick_exit: register fewer");
    quick_handlers[quick_count++] = handler;
    __heddle_atomic_end();
    return 0;
}

/* The thread that ends the program; others that want to wait until it has. */
static unsigned atexit_ends;

static void atexit_begin(void)
{
    unsigned me = __heddle_self();
    if (atexit_ends == me)
        __heddle_fail("misuse",
                      "exit or quick_exit is called by a function that one of the two runs");
    __heddle_wait_begin();
    __heddle_wait(!atexit_ends);
    atexit_ends = me;
    __heddle_atomic_end();
}

_Noreturn void quick_exit(int status)
{
    (void)status;
    atexit_begin();
    while (quick_count > 0)
        quick_handlers[--quick_count]();
    __heddle_end_program();
}

void __heddle_run_handlers(void)
{
    atexit_begin();
    while (atexit_count > 0)
        atexit_handlers[--atexit_count]();
}
