//: expect bug bad-thread 18
//: both
// A detached thread is joined.
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
    pthread_detach(a);
    pthread_join(a, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
