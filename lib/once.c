/* once.c -- pthread_once, call_once: the first caller runs the function, the others wait for it. */
#include "signal.h"
#include "intrinsics.h"

enum { ONCE_NEW, ONCE_RUNNING, ONCE_DONE };

int pthread_once(volatile int *once, void (*function)(void))
{
    __heddle_wait_begin();
    if (SIGNALS)
        signal_refuse();
    int state = *once;
    __heddle_wait(state != ONCE_RUNNING);
    if (state == ONCE_NEW)
        *once = ONCE_RUNNING;
    __heddle_atomic_end();
    if (state == ONCE_NEW) {
        function();
        *once = ONCE_DONE;
    }
    return 0;
}

void call_once(volatile int *once, void (*function)(void))
{
    pthread_once(once, function);
}
