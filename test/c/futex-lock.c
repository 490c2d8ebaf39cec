//: expect safe
// A lock that sleeps in the kernel ("Futexes are tricky", Drepper, the second one): 0 free, 1 taken,
// 2 taken and somebody may wait.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word, count;

static void lock(void)
{
    int seen = __sync_val_compare_and_swap(&word, 0, 1);
    while (seen) {
        if (seen == 2 || __sync_val_compare_and_swap(&word, 1, 2) != 0)
            syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
        seen = __sync_val_compare_and_swap(&word, 0, 2);
    }
}

static void unlock(void)
{
    if (__sync_fetch_and_sub(&word, 1) != 1) {
        __sync_lock_test_and_set(&word, 0);
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    }
}

static void *work(void *arg)
{
    lock();
    count++;
    unlock();
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&threads[k], NULL, work, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], NULL);
    assert(count == 3);
    return 0;
}
