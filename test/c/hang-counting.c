// A thread counts while it waits to be told to stop, which main may never do.  Nobody looks at the number.
//: expect bug hang 12
//: output runs in a loop for ever, reading stop
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, go;
static int rounds;

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
    pthread_join(thread, 0);
    return 0;
}
