//: expect safe
//: both
// Each thread has a value of its own, and its destructor runs when the thread ends.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int destroyed;

static void destroy(void *value)
{
    atomic_fetch_add(&destroyed, *(int *)value);
}

static void *one(void *p)
{
    static int value = 1;
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, &value);
    assert(pthread_getspecific(key) == &value);
    return p;
}

static void *two(void *p)
{
    static int value = 10;
    pthread_setspecific(key, &value);
    assert(pthread_getspecific(key) == &value);
    pthread_exit(p);
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 11);
    return 0;
}
