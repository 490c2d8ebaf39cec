//: expect unknown
//: options --memory-model=tso --property=assert
//: output memory is copied or filled at once while stores of the thread wait
// A thread that copies what it has just written gets that, and not what is in memory still; heddle says that it does not follow such copies.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;

static void *work(void *unused)
{
    int copy = 0;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    memcpy(&copy, (void *)&x, sizeof copy);
    assert(copy == 1);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
