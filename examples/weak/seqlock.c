//: expect safe
// seqlock.c: readers never wait for the writer; they look twice at its number, and try again if it
// has changed (Boehm, "Can seqlocks get along with programming language memory models?", 2012).
//
// The data are read by relaxed atomics; the fence between them and the second look makes sure that
// the look is not the older one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint number;
static atomic_int first, second;

static void write_both(int value)
{
    unsigned n = atomic_load_explicit(&number, memory_order_relaxed);
    atomic_store_explicit(&number, n + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&first, value, memory_order_relaxed);
    atomic_store_explicit(&second, value, memory_order_relaxed);
    atomic_store_explicit(&number, n + 2, memory_order_release);
}

static void read_both(int *a, int *b)
{
    unsigned before, after;
    do {
        before = atomic_load_explicit(&number, memory_order_acquire);
        *a = atomic_load_explicit(&first, memory_order_relaxed);
        *b = atomic_load_explicit(&second, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        after = atomic_load_explicit(&number, memory_order_relaxed);
    } while (before != after || before % 2);
}

static void *writer(void *arg)
{
    write_both(1);
    write_both(2);
    return arg;
}

static void *reader(void *arg)
{
    int a, b;
    read_both(&a, &b);
    assert(a == b);
    return arg;
}

#ifndef THREADS
#define THREADS 2 /* one of them writes, main reads, too */
#endif

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 1; i < THREADS; i++)
        pthread_create(&t[i], 0, i == 1 ? writer : reader, 0);
    reader(0);
    for (int i = 1; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
