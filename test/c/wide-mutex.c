// A mutex has a struct of two pointers in it. Numbers of 128 bits beside it are no pointers for that.
//: expect safe
#include <assert.h>
#include <pthread.h>

static __int128 sum = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static __int128 square(__int128 x)
{
    return x * x;
}

static void *work(void *argument)
{
    __int128 *p = argument;
    pthread_mutex_lock(&lock);
    *p = square(*p + ((__int128)1 << 40));
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, &sum);
    pthread_join(thread, NULL);
    assert(sum == ((__int128)1 << 80) + ((__int128)1 << 41) + 1);
    return 0;
}
