// Another thread prints the number that is counted.
//: expect safe
//: output runs in a loop for ever, reading stop
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int stop, go;
static atomic_int rounds;

static void *work(void *arg)
{
    while (!stop)
        rounds++;
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, argv);
    if (argc > 1)
        stop = 1;
    for (;;)
        printf("%d\n", rounds);
    pthread_join(thread, 0);
    return 0;
}
