//: expect bug not-held 11
//: both
// A reader-writer lock is unlocked that nobody holds.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_unlock(&l);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
