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

/* The thread that ends the program; others that want to wait until it has. */
static unsigned atexit_ends;

void __heddle_run_handlers(void)
{
    unsigned me = __heddle_self();
    if (atexit_ends == me)
        __heddle_fail("misuse", "exit is called by a function that exit runs");
    __heddle_wait_begin();
    __heddle_wait(!atexit_ends);
    atexit_ends = me;
    __heddle_atomic_end();
    while (atexit_count > 0)
        atexit_handlers[--atexit_count]();
}
