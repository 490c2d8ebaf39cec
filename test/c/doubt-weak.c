//: expect bug race
// What was tried of a clock makes the answer no less one about all memory orders.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static _Atomic int flag;
static int data;

static void *work(void *arg)
{
    data = time(NULL) % 2 ? 1 : 2;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        data++;
    pthread_join(thread, NULL);
    return 0;
}
