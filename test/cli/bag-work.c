/* Threads without end, each with a number of its own: a bag has many kinds of threads, whose moves are soon known. */
#include <pthread.h>

static _Atomic int last;

static void *run(void *argument)
{
    int number = last;
    if (number < 60)
        last = number + 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, run, 0);
}
