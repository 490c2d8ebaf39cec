//: expect bug assert 26
//: options --property=assert
//: both
// Each element has its lock; who writes all elements at once and holds one of the locks holds not
// those of the others.
#include <assert.h>
#include <pthread.h>
#include <string.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data[2];

static void set(int k, int value)
{
    pthread_mutex_lock(&locks[k]);
    data[k] = value;
    pthread_mutex_unlock(&locks[k]);
}
static void *other(void *argument)
{
    set(0, 3);
    pthread_mutex_lock(&locks[1]);
    data[1] = 1;
    /* here somebody clears all of them */
    assert(data[1] == 1);
    pthread_mutex_unlock(&locks[1]);
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&locks[0]);
    __VERIFIER_atomic_begin();
    memset(data, 0, sizeof data);
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&locks[0]);
    pthread_join(t, 0);
    return 0;
}
