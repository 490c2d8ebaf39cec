/* atexit.c -- handlers that exit runs, the last one first. */
#include "intrinsics.h"

enum { MOST_HANDLERS = 32 };

/* exit and quick_exit have one each. */
typedef struct Handlers {
    int count;
    void (*at[MOST_HANDLERS])(void);
} Handlers;
static Handlers atexit_handlers, quick_handlers;

static int handlers_add(Handlers *list, void (*handler)(void))
{
    __heddle_atomic_begin();
    if (list->count == MOST_HANDLERS)
        __heddle_fail("limit",
                      "more than 32 functions for atexit, or at_quick_exit: register fewer");
    list->at[list->count++] = handler;
    __heddle_atomic_end();
    return 0;
}

static void handlers_run(Handlers *list)
{
    while (list->count > 0)
        list->at[--list->count]();
}

int atexit(void (*handler)(void))
{
    return handlers_add(&atexit_handlers, handler);
}

int at_quick_exit(void (*handler)(void))
{
    return handlers_add(&quick_handlers, handler);
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
    handlers_run(&quick_handlers);
    __heddle_end_program();
}

void __heddle_run_handlers(void)
{
    atexit_begin();
    handlers_run(&atexit_handlers);
}
