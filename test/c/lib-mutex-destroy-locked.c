//: expect bug busy 12
//: both
// A mutex is destroyed while a thread holds it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_destroy(&m);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
