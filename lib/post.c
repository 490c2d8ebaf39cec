/* post.c -- heddle_post: a task is a thread that does all it does in one action. */
#include "intrinsics.h"

static void *__heddle_post_start(void *task, void *argument)
{
    __heddle_atomic_begin();
    ((void (*)(void *))task)(argument);
    __heddle_atomic_end();
    return NULL;
}

void heddle_post(void (*task)(void *), void *argument)
{
    __heddle_fork(__heddle_post_start, (void *)task, argument);
}
