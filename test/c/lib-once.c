//: expect safe
//: both
// pthread_once: the function runs once, and everybody sees that it has run.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x;

static void make(void)
{
    x++;
}

static void *one(void *p)
{
    pthread_once(&once, make);
    assert(x == 1);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
