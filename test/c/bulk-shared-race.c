//: expect bug race
//: options --property=race
// The reset holds the lock, the second counter is used without it: memset touches that one, too.
#include <pthread.h>
#include <string.h>

static long count[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    count[0]++;
    pthread_mutex_unlock(&lock);
    count[1]++;
    return argument;
}
static void *reset(void *argument)
{
    pthread_mutex_lock(&lock);
    memset(count, 0, sizeof count);
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, reset, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
