//: expect bug assert
//: options --memory-model=tso --property=assert --all-errors
//: errors 3
// What x86-TSO lets happen: a fence that is not seq_cst is no instruction, so stores may still wait behind it; a store of another thread
// may get to memory before one that stands in front of the store that is seen; the library's locks are of no use to
// who has not taken them.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#define SET(v, n) atomic_store_explicit(&(v), n, memory_order_relaxed)
#define GET(v)    atomic_load_explicit(&(v), memory_order_relaxed)
static atomic_int x, y;
static int form, seen;

static void *first(void *unused)
{
    if (form == 0) {
        SET(x, 1), SET(y, 1);
        return unused;
    }
    SET(x, 1);
    atomic_thread_fence(form == 1 ? memory_order_acq_rel : memory_order_release);
    seen = GET(y);
    return unused;
}
static void *second(void *unused)
{
    SET(x, 2);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    int own;
    form = heddle_choose(0, 2);
    pthread_create(&t, 0, first, 0);
    if (form == 0) {
        pthread_create(&u, 0, second, 0);
        own = GET(y);
        pthread_join(t, 0), pthread_join(u, 0);
        /* 2 came first, and then 1 and what was seen */
        assert(!own || GET(x) == 2);
        return 0;
    }
    SET(y, 1);
    atomic_thread_fence(form == 1 ? memory_order_acq_rel : memory_order_acquire);
    own = GET(x);
    pthread_join(t, 0);
    if (form == 1)
        assert(own || seen);
    else
        assert(own + seen);
    return 0;
}
