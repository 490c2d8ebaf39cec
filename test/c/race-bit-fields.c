//: expect bug race
//: both
// Bit-fields beside each other are one memory location: a lock for each is not enough.
#include <pthread.h>

static struct {
    unsigned left : 4, right : 4;
} both;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *set_left(void *unused)
{
    pthread_mutex_lock(&locks[0]);
    both.left = 1;
    pthread_mutex_unlock(&locks[0]);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set_left, NULL);
    pthread_mutex_lock(&locks[1]);
    both.right = 2;
    pthread_mutex_unlock(&locks[1]);
    pthread_join(t, NULL);
    return 0;
}
