//: expect safe
// What the calls return; who is moved to another address is woken there, and bits choose who is.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int first, second;

static long futex(atomic_int *at, int op, int value, const void *more, atomic_int *to, int last)
{
    return syscall(SYS_futex, at, op, value, more, to, last);
}

static void *wait_bits(void *arg)
{
    while (!first)
        futex(&first, FUTEX_WAIT_BITSET, 0, NULL, NULL, 4);
    return arg;
}

static void *wait_moved(void *arg)
{
    while (!second)
        futex(&first, FUTEX_WAIT, 1, NULL, NULL, 0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = {0, 1000};
    assert(futex(&first, FUTEX_WAIT, 1, NULL, NULL, 0) == -1 && errno == EAGAIN);
    assert(futex(&first, FUTEX_WAKE, 1, NULL, NULL, 0) == 0);
    assert(futex(&first, FUTEX_WAIT, 0, &soon, NULL, 0) == -1 && errno == ETIMEDOUT);
    assert(futex(&first, FUTEX_CMP_REQUEUE, 1, (void *)1, &second, 7) == -1 && errno == EAGAIN);
    assert(futex(&first, FUTEX_WAKE_BITSET, 1, NULL, NULL, 0) == -1 && errno == EINVAL);

    pthread_create(&thread, NULL, wait_bits, NULL);
    assert(futex(&first, FUTEX_WAKE_BITSET, 1, NULL, NULL, 3) == 0); /* not one of those */
    first = 1;
    futex(&first, FUTEX_WAKE_BITSET, 1, NULL, NULL, 6);
    pthread_join(thread, NULL);

    pthread_create(&thread, NULL, wait_moved, NULL);
    long moved = futex(&first, FUTEX_CMP_REQUEUE, 0, (void *)1, &second, 1);
    assert(moved == 0 || moved == 1);
    second = 1;
    first = 2; /* nobody goes to sleep any more */
    assert(futex(&first, FUTEX_WAKE, 1, NULL, NULL, 0) <= 1);
    assert(futex(&second, FUTEX_WAKE, 1, NULL, NULL, 0) <= moved);
    pthread_join(thread, NULL);
    return 0;
}
