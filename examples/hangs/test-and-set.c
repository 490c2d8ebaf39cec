// A test-and-set lock is not fair: one thread can take it again and again, and the other one always comes when
// it is taken.  That is reported with weak fairness alone; by default heddle takes a read-modify-write that could
// succeed again and again to succeed at some time, as if it were the lock of a library.
//: expect bug livelock
//: options --property=livelock --fairness=weak
//: output makes no progress, for ever
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int turns;

static void lock_take(void)
{
    while (atomic_exchange(&taken, 1))
        ;
}

static void *work(void *arg)
{
    for (;;) {
        lock_take();
        turns = !turns;
        taken = 0;
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
