//: expect bug assert 14
//: options --engine=hunt --property=assert,memory,lock
// Threads are created without end, each counts, and the count overflows: 256 of them must have run.
// The loop that creates them is left mover after left mover, yet no transaction without end.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned char count;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    assert(++count > 0);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
    }
}
