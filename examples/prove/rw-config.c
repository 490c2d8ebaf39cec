//: prove proved
//: expect safe
// A configuration that many read and few change, behind a reader-writer lock.
#include <pthread.h>

struct config {
    pthread_rwlock_t rw;
    int limit; /*@ readable_if reads(rw) || holds(rw) */ /*@ writable_if holds(rw) */
    int used;  /*@ readable_if reads(rw) || holds(rw) */ /*@ writable_if holds(rw) */
};

static struct config shared = {PTHREAD_RWLOCK_INITIALIZER, 10, 0};

/*@ performs action () { \result == c->limit - c->used } */
int room(struct config *c)
{
    pthread_rwlock_rdlock(&c->rw);
    int n = c->limit - c->used;
    pthread_rwlock_unlock(&c->rw);
    return n;
}

/*@ performs action (c->limit) { c->limit == limit } */
void set_limit(struct config *c, int limit)
{
    pthread_rwlock_wrlock(&c->rw);
    c->limit = limit;
    pthread_rwlock_unlock(&c->rw);
}

/*@ performs action "Take": (c->used) {
        \result == 0 && c->used == \old(c->used) + n && c->used <= c->limit }
          [] action "No": () { \result == -1 } */
int take(struct config *c, int n)
{
    int err = -1;
    pthread_rwlock_wrlock(&c->rw);
    if (c->used + n > c->limit)
        goto out;
    c->used += n;
    err = 0;
out:
    pthread_rwlock_unlock(&c->rw);
    return err;
}

static void *reader(void *unused)
{
    room(&shared);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, reader, NULL);
    set_limit(&shared, 7);
    take(&shared, 2);
    pthread_join(a, NULL);
    return 0;
}
