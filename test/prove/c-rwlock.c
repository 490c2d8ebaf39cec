//: prove proved
#include <pthread.h>
struct config {
    pthread_rwlock_t rw;
    int limit; /*@ readable_if reads(rw) || holds(rw) */ /*@ writable_if holds(rw) */
};
int loop(struct config *c, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        pthread_rwlock_rdlock(&c->rw);
        s += c->limit;
        pthread_rwlock_unlock(&c->rw);
    }
    return s;
}
//: shown
