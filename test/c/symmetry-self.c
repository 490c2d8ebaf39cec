//: expect bug assert 24
//: both
// Threads look whether the name that is written down is their own: it is when they come back.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t last;
static int same;

static void *work(void *unused)
{
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        if (same == 1 && pthread_equal(last, pthread_self()))
            same = 2;
        else if (same == 2 && !pthread_equal(last, pthread_self()))
            same = 3;
        else
            same = 1;
        last = pthread_self();

        assert(same != 3);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, work, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
