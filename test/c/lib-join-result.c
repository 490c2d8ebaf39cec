//: expect safe
//: both
// The result of a thread, returned or given to pthread_exit.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void deep(void)
{
    pthread_exit(&y);
}

static void *one(void *p)
{
    return p;
}

static void *two(void *p)
{
    deep();
    return p;
}

int main(void)
{
    pthread_t a, b;
    void *result;
    pthread_create(&a, NULL, one, &x);
    pthread_create(&b, NULL, two, &x);
    pthread_join(a, &result);
    assert(result == &x);
    pthread_join(b, &result);
    assert(result == &y);
    return 0;
}
