//: expect bug race 25
//: both
// A data race is looked for without being asked: nothing else goes wrong here.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded, bare;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    guarded++, bare = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    guarded++;
    pthread_mutex_unlock(&lock);
    bare = 2;
    pthread_join(t, NULL);
    return 0;
}
