//: expect bug deadlock
// As assembly-system.c, and wrong: nobody is woken.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>

static long ask(long number, void *at, long op, long value, const void *timeout)
{
    long result;
    register const void *fourth __asm__("r10") = timeout;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(at), "S"(op), "d"(value), "r"(fourth)
                     : "rcx", "r11", "memory");
    return result;
}

static atomic_int word; /* 1: taken, 2: and somebody waits */
static int count;

static void lock(void)
{
    int seen = 0;
    if (atomic_compare_exchange_strong(&word, &seen, 1))
        return;
    while (atomic_exchange(&word, 2) != 0)
        ask(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL);
}

static void unlock(void)
{
    if (atomic_exchange(&word, 0) == 2) {
        long woken = 0;
        assert(woken == 0 || woken == 1);
    }
}

static void *work(void *unused)
{
    lock();
    count++;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t thread;
    errno = 7;
    assert(ask(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 5, NULL) == -EAGAIN && errno == 7);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(count == 2);
    return 0;
}
