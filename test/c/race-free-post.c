//: expect safe
// Tasks run one at a time: they do not race, and whoever posts them does not race with their bag.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static void task(void *unused)
{
    if (++count > 3)
        count = 0;
    heddle_post(task, unused);
}

int main(void)
{
    heddle_post(task, NULL);
    heddle_post(task, NULL);
    pthread_exit(NULL);
}
