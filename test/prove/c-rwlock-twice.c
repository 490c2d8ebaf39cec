//: prove unknown
//: unknown a thread that read-locks again what it has read-locked
#include <pthread.h>

pthread_rwlock_t rw;
int limit; /*@ readable_if reads(rw) || holds(rw) */ /*@ writable_if holds(rw) */

int get(void)
{
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_rdlock(&rw);
    int n = limit;
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_unlock(&rw);
    return n;
}
