// A ticket lock is fair: whoever has drawn a ticket comes to his turn, if threads that can run do so at some time.
//: expect safe
//: options --property=livelock --fairness=weak
#include <pthread.h>
#include <stdatomic.h>

static struct {
    atomic_uchar next, serving;
} lock;
static int turns;

static void lock_take(void)
{
    unsigned char mine = (unsigned char)(atomic_fetch_add(&lock.next, 64) & 192);
    while ((lock.serving & 192) != mine)
        ;
}

static void lock_give(void)
{
    atomic_fetch_add(&lock.serving, 64);
}

static void *work(void *arg)
{
    for (;;) {
        lock_take();
        turns = !turns;
        lock_give();
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
