//: expect bug assert 13
//: options --engine=cegar
//: recursive
// The twin of number-crowd: one counter is ahead of the other.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y;
static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    x++;
    assert(x == y);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, add, 0);
        pthread_detach(t);
    }
}
