//: expect bug bad-thread 17
//: both
// A thread joins itself.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *one(void *p)
{
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, one, NULL);
    pthread_join(pthread_self(), NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
