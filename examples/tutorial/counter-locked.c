//: expect safe
// The same with a lock, and with annotations that say what it is for.  See doc/tutorial.md.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done; /*@ accessible_if holds(lock) */

/*@ atomic */
static void count(void)
{
    pthread_mutex_lock(&lock);
    done = done + 1;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    count();
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    pthread_mutex_lock(&lock);
    assert(done == 2);
    pthread_mutex_unlock(&lock);
    return 0;
}
