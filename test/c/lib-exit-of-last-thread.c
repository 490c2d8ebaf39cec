//: expect bug assert 16
//: both
/* main has ended with pthread_exit: the last thread that ends runs the handlers, after its own
 * destructors. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static int destroyed;
static void destroy(void *value)
{
    destroyed += *(int *)value;
}
static void handler(void)
{
    assert(destroyed != 1);
}
static void *worker(void *one)
{
    pthread_setspecific(key, one);
    return NULL;
}
int main(void)
{
    static int one = 1;
    pthread_t t;
    pthread_key_create(&key, destroy);
    atexit(handler);
    pthread_create(&t, NULL, worker, &one);
    pthread_exit(NULL);
}
//: also --engine=bound
