//: expect safe
/* Nobody waits in an assume that fails: who joins such a thread is in no deadlock, and never gets
 * behind the join. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *writer(void *unused)
{
    pthread_mutex_lock(&m);
    int seen = ++x;
    pthread_mutex_unlock(&m);
    heddle_assume(seen == 1);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, writer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(0);
    return 0;
}
