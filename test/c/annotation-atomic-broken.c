//: expect bug atomic 21
// Two critical sections are not one: the lock is given back in between.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static int get(void)
{
    pthread_mutex_lock(&m);
    int result = x;
    pthread_mutex_unlock(&m);
    return result;
}

/*@ atomic */
static void increment(void)
{
    int n = get();
    pthread_mutex_lock(&m);
    x = n + 1;
    pthread_mutex_unlock(&m);
}

static void *run(void *unused)
{
    increment();
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    increment();
    pthread_join(a, NULL);
    return 0;
}
