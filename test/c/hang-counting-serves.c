// A thread without a way out counts for ever: that is its work, also if nobody looks at the number.
//: expect safe
//: output runs in a loop for ever, reading stop
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, go;
static int rounds;

static void *work(void *arg)
{
    for (;;)
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
