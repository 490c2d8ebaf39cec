// A thread whose name was given to another one before would not learn what that one was told at a barrier:
// only names of threads that their parent has joined are given again, and the parent knows it all then.
// Nobody has joined `passes` here.
//: expect bug race 30
//: both
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t first, second;
static atomic_int passed;
static int x;

static void *writes(void *arg)
{
    x = 1;
    pthread_barrier_wait(&first);
    return arg;
}

static void *passes(void *arg)
{
    pthread_barrier_wait(&first);
    atomic_store_explicit(&passed, 1, memory_order_relaxed);
    return arg;
}

static void *reads(void *arg)
{
    pthread_barrier_wait(&second);
    return x ? arg : 0;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_barrier_init(&first, 0, 2);
    pthread_barrier_init(&second, 0, 2);
    pthread_create(&a, 0, passes, 0);
    pthread_detach(a);
    pthread_create(&b, 0, writes, 0);
    pthread_detach(b);
    while (!atomic_load_explicit(&passed, memory_order_relaxed))
        ;
    pthread_create(&c, 0, reads, 0);
    pthread_barrier_wait(&second);
    pthread_join(c, 0);
    return 0;
}
