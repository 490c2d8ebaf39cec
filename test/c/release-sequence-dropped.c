//: expect bug race 12
//: options --memory-model=rc11
// Since C++20 and C23 a later store of the same thread is no part of the release sequence.  (In C11 it is: release-sequence-c11.c.)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static _Atomic int flag;
static int data, got;
static void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        got = data;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return 0;
}
