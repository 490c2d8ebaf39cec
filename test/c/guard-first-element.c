//: expect bug race 21
// Threads that hold the lock of one element write several of them.
#include <pthread.h>
#include <string.h>
pthread_mutex_t l[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                        PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int a[4];
static void *clear(void *u)
{
    pthread_mutex_lock(&l[0]);
    pthread_mutex_lock(&l[1]);
    memset(a, 0, sizeof a);
    pthread_mutex_unlock(&l[1]);
    pthread_mutex_unlock(&l[0]);
    return 0;
}
static void *set(void *u)
{
    long k = (long)u;
    pthread_mutex_lock(&l[k]);
    a[k] = 5;
    pthread_mutex_unlock(&l[k]);
    return 0;
}
int main(void)
{
    pthread_t t, s, r;
    pthread_create(&t, 0, set, (void *)0);
    pthread_create(&s, 0, set, (void *)2);
    pthread_create(&r, 0, clear, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    pthread_join(r, 0);
    return 0;
}
