//: tso safe
//: sc safe
//: rc11 safe
//: delay safe
//: stale safe
// What was stored under a lock is seen by whoever takes it next.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    n++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 2);
    return 0;
}
