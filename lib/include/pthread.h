/* pthread.h -- the system's, with cleanup handlers that the models can run (lib/cleanup.c).  The
 * system's own macros save the context of the processor. */
#include_next <pthread.h>

#ifndef HEDDLE_PTHREAD_H
#define HEDDLE_PTHREAD_H

struct __heddle_cleanup {
    void (*routine)(void *);
    void *argument;
    struct __heddle_cleanup *next;
};

void __heddle_cleanup_push(struct __heddle_cleanup *);
void __heddle_cleanup_pop(void);

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
#define pthread_cleanup_push(function, data)                                                       \
    do {                                                                                           \
        struct __heddle_cleanup __heddle_handler = {(function), (data), 0};                        \
        __heddle_cleanup_push(&__heddle_handler);                                                  \
        {
#define pthread_cleanup_pop(execute)                                                               \
    }                                                                                              \
    __heddle_cleanup_pop();                                                                        \
    if (execute)                                                                                   \
        __heddle_handler.routine(__heddle_handler.argument);                                       \
    }                                                                                              \
    while (0)

#endif
