//: expect bug self-deadlock 12
//: both
// A reader that wants to write waits for itself.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&l);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
