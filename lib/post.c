/* post.c -- heddle_post: a task runs some time later, in one action. */
#include "intrinsics.h"

static void *__heddle_post_start(void *task, void *argument)
{
    ((void (*)(void *))task)(argument);
    return NULL;
}

void heddle_post(void (*task)(void *), void *argument)
{
    __heddle_post(__heddle_post_start, (void *)task, argument);
}
