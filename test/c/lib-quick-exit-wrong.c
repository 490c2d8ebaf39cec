// A thread still uses what a function of quick_exit frees.
//: expect bug freed
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void end(void)
{
    free(shared);
}

static void *work(void *argument)
{
    *shared = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    at_quick_exit(end);
    pthread_create(&thread, NULL, work, NULL);
    quick_exit(0);
}
