/* cleanup.c -- pthread_cleanup_push and pop, as the macros of include/pthread.h call them. */
#include "intrinsics.h"

struct __heddle_cleanup {
    void (*routine)(void *);
    void *argument;
    struct __heddle_cleanup *next;
};

static _Thread_local struct __heddle_cleanup *cleanup_top;

void __heddle_cleanup_push(struct __heddle_cleanup *handler)
{
    handler->next = cleanup_top;
    cleanup_top = handler;
}

void __heddle_cleanup_pop(void)
{
    cleanup_top = cleanup_top->next;
}

/* The thread ends: the last one first. */
void __heddle_cleanup_all(void)
{
    while (cleanup_top) {
        struct __heddle_cleanup *handler = cleanup_top;
        cleanup_top = handler->next;
        handler->routine(handler->argument);
    }
}
