//: expect bug access
//: options --property=access
// Who reads while another thread holds the lock for reading does not hold it himself.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int held;
static int x; /*@ readable_if holds(rw) || reads(rw) */ /*@ writable_if holds(rw) */

static void *reads(void *unused)
{
    pthread_rwlock_rdlock(&rw);
    held = 1;
    held = x;
    pthread_rwlock_unlock(&rw);
    return unused;
}
int main(void)
{
    pthread_t t;
    int seen = 0;
    pthread_create(&t, 0, reads, 0);
    if (held)
        seen = x;
    pthread_join(t, 0);
    return seen;
}
