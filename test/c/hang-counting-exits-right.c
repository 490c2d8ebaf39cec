//: expect safe
// Who is told ends by pthread_exit.  A server that ends the process if it fails, one that could be cancelled, and one that jumps
// out of a step, work for ever: counting is what they do.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>

int heddle_choose(int least, int greatest);

static atomic_int stop, fatal;
static long rounds, served, polled, jumped;

static void *waits(void *argument)
{
    for (;;) {
        if (stop)
            pthread_exit(NULL);
        rounds++;
    }
    return argument;
}

static void *serves(void *argument)
{
    for (;;) {
        if (fatal)
            exit(1);
        served++;
    }
    return argument;
}

static void *polls(void *argument)
{
    for (;;) {
        pthread_testcancel();
        polled++;
    }
    return argument;
}

static void *jumps(void *argument)
{
    jmp_buf back;
    for (;;) {
        if (!setjmp(back))
            longjmp(back, 1);
        jumped++;
    }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, waits, NULL);
    stop = 1;
    pthread_join(t, NULL);
    int way = heddle_choose(0, 3);
    pthread_create(&u, NULL, way == 0 ? serves : way == 1 ? jumps : polls, NULL);
    if (way == 3)
        pthread_cancel(u);
    pthread_join(u, NULL);
}
