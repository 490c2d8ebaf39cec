// A thread counts while it waits to be told to stop, and is told.
//: expect safe
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
    (void)argc;
    stop = 1;
    pthread_join(thread, 0);
    return 0;
}
