//: options --memory-model=tso
//: expect safe
// Whoever enters the kernel has no stores left that others cannot see: one of the two sees the other's.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FUTEX_WAKE = 1 };

static atomic_int x, y, word;
static int a, b;

static void *other(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_join(t, NULL);
    assert(a || b);
    return 0;
}
