//: expect bug assert 27
//: options --memory-model=tso --property=assert
// A copy reads what others have stored, and what still waits in their queues it does not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static struct S {
    int a, b;
} s;
static _Atomic int done;
static void *writer(void *x)
{
    (void)x;
    s.a = 1;
    while (!atomic_load_explicit(&done, memory_order_relaxed))
        ;
    return 0;
}
int main(void)
{
    pthread_t t;
    struct S c;
    pthread_create(&t, 0, writer, 0);
    memcpy(&c, &s, sizeof c);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    assert(c.a == 0);
    return 0;
}
