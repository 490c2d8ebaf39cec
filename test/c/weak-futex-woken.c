//: expect bug assert
//: output assertion failed: atomic_load_explicit(&x, memory_order_relaxed) (memory model rc11)
// Who wakes up somebody knows that he waits; what he has written before that need not be seen.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FUTEX_WAIT, FUTEX_WAKE };

static atomic_int x, word;

static void *sleeper(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sleeper, NULL);
    if (syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) == 1)
        assert(atomic_load_explicit(&x, memory_order_relaxed));
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(t, NULL);
    return 0;
}
