//: expect safe
//: both
// Functions that are atomic: what other threads do meanwhile cannot be seen.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static int x, y;

/*@ atomic */
static int add(int by)
{
    pthread_mutex_lock(&m);
    x += by;
    int result = x;
    pthread_mutex_unlock(&m);
    return result;
}

static int twice(int by) /*@ atomic */
{
    pthread_spin_lock(&spin);
    y = y + by;
    y = y + by;
    pthread_spin_unlock(&spin);
    return by;
}

static void *run(void *unused)
{
    add(1);
    twice(2);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_spin_init(&spin, 0);
    pthread_create(&a, NULL, run, NULL);
    run(NULL);
    pthread_join(a, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
