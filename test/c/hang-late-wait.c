//: expect bug hang
//: output waits for ever for m
// A thread writes what only it looks at, and comes to wait for a mutex that is never given back.  Both are in one transaction: the run that is
// shown must lead to the place where it waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ticks;
static int own;

static void *waiter(void *unused)
{
    own = 3;
    pthread_mutex_lock(&m);
    assert(own == 3);
    return unused;
}

static void *holder(void *unused)
{
    pthread_mutex_lock(&m);
    for (;;)
        atomic_fetch_xor(&ticks, 1);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&u, NULL, holder, NULL);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    return 0;
}
