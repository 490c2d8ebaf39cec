//: expect bug assert
//: recursive
/* Two counters that should be equal whenever the lock is free, and never stop. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y;

static void *count(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        x++;
        if (x != 3)
            y++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    for (;;) {
        pthread_mutex_lock(&lock);
        assert(x == y);
        pthread_mutex_unlock(&lock);
    }
}
