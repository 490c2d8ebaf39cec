//: expect bug assert
//: options --all-errors
//: errors 2
// Main waits for its threads, and then looks which of them came last: it can be each of them.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t last;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    if (++count == 2)
        last = pthread_self();
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, work, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    if (pthread_equal(last, t[0]))
        assert(!"the first one");
    else
        assert(!"the second one");
    return 0;
}
