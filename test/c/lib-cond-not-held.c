//: expect bug not-held 12
//: both
// Waiting with a mutex that the thread does not hold.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_wait(&c, &m);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
