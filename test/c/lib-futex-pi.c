//: expect bounded
//: options --as-tried
// Priority inheritance: the word holds the thread, the kernel keeps those that wait; who gets it finds all that was done.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int word;
static int count;

static void lock(void)
{
    int nobody = 0;
    if (!atomic_compare_exchange_strong(&word, &nobody, (int)syscall(SYS_gettid)))
        assert(syscall(SYS_futex, &word, FUTEX_LOCK_PI_PRIVATE, 0, NULL) == 0);
}

static void unlock(void)
{
    int me = (int)syscall(SYS_gettid);
    if (!atomic_compare_exchange_strong(&word, &me, 0))
        assert(syscall(SYS_futex, &word, FUTEX_UNLOCK_PI_PRIVATE) == 0);
}

static void *work(void *arg)
{
    lock();
    count++;
    assert((word & FUTEX_TID_MASK) == syscall(SYS_gettid));
    unlock();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 3 && word == 0);
    assert(syscall(SYS_futex, &word, FUTEX_UNLOCK_PI_PRIVATE) == -1 && errno == EPERM);
    assert(syscall(SYS_futex, &word, FUTEX_TRYLOCK_PI_PRIVATE) == 0);
    assert(word == syscall(SYS_gettid));
    assert(syscall(SYS_futex, &word, FUTEX_TRYLOCK_PI_PRIVATE) == -1 && errno == EDEADLK);
    assert(syscall(SYS_futex, &word, FUTEX_LOCK_PI_PRIVATE, 0, NULL) == -1 && errno == EDEADLK);
    assert(syscall(SYS_futex, &word, FUTEX_UNLOCK_PI_PRIVATE) == 0 && word == 0);
    return 0;
}
