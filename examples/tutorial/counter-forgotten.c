//: expect bug access 24
// The lock is forgotten in one place, where it happens to do no harm yet.  See doc/tutorial.md.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done; /*@ accessible_if holds(lock) */

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    done = done + 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(done >= 1);
    pthread_join(b, NULL);
    return 0;
}
