//: expect bug bad-thread 18
//: both
// Something is joined that is no thread.
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
    pthread_t none = 0;
    pthread_join(none, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
