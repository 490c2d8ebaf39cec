//: expect safe
// Two threads wait, and both are woken, whatever the order of the store.
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready;

static void *work(void *arg)
{
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        syscall(SYS_futex, &ready, FUTEX_WAIT, 0, NULL, NULL, 0);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    syscall(SYS_futex, &ready, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
