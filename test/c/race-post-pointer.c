//: expect unknown
//: options --engine=bag --property=race
// Who posts a task goes on through a pointer, and may touch what the task touches.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static void touch(void *unused)
{
    (void)unused;
    count = 1 - count;
}
static void task(void *unused)
{
    touch(unused);
    heddle_post(task, unused);
}

static void go_on(void (*next)(void *))
{
    next(NULL);
}

int main(void)
{
    heddle_post(task, NULL);
    go_on(touch);
    pthread_exit(NULL);
}
