// The same with memory orders below seq_cst.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static _Atomic int turns;

static void *turn(void *last)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int i = 0; i < 1000000 && now.tv_sec >= 0; i++)
        atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed);
    return last;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, turn, NULL);
    pthread_create(&b, NULL, turn, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(turns >= 0);
}
