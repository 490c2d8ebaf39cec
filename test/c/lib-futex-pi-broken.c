//: expect bug race
// Whoever lets the lock go with an exchange that is relaxed hands nothing on: the kernel was not asked.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int word;
static int count;

static void *work(void *arg)
{
    int nobody = 0, me = (int)syscall(SYS_gettid);
    if (!atomic_compare_exchange_strong_explicit(&word, &nobody, me, memory_order_acquire,
                                                 memory_order_relaxed))
        syscall(SYS_futex, &word, FUTEX_LOCK_PI_PRIVATE, 0, NULL);
    count++;
    if (!atomic_compare_exchange_strong_explicit(&word, &me, 0, memory_order_relaxed,
                                                 memory_order_relaxed))
        syscall(SYS_futex, &word, FUTEX_UNLOCK_PI_PRIVATE);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
