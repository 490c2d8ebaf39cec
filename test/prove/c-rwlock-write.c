//: prove failed
//: failed set access 13 is written against its predicate
#include <pthread.h>

struct config {
    pthread_rwlock_t rw;
    int limit; /*@ readable_if reads(rw) || holds(rw) */ /*@ writable_if holds(rw) */
};

void set(struct config *c, int limit)
{
    pthread_rwlock_rdlock(&c->rw);
    c->limit = limit;
    pthread_rwlock_unlock(&c->rw);
}
