//: expect safe
//: options --memory-model=tso --property=assert
// What x86-TSO keeps: a thread sees the last one of its own stores, also when it copies them; stores arrive in order; who has waited for the end of a
// thread sees all of them; a seq_cst fence lets nothing wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define SET(v, n) atomic_store_explicit(&(v), n, memory_order_relaxed)
#define GET(v)    atomic_load_explicit(&(v), memory_order_relaxed)
static atomic_int x, y, z, f, g;
static int seen;

static void *work(void *unused)
{
    SET(x, 1), SET(x, 2), SET(y, 1);
    assert(GET(x) == 2);
    SET(f, 1);
    atomic_thread_fence(memory_order_seq_cst);
    seen = GET(g);
    SET(z, 3);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    SET(g, 1);
    atomic_thread_fence(memory_order_seq_cst);
    int other = GET(f);
    if (GET(y))
        assert(GET(x) == 2);
    pthread_join(t, 0);
    assert(GET(x) == 2 && GET(z) == 3 && (other || seen));
    return 0;
}
