/* Every end that a thread which waits and one which signals can come to is an assertion that fails.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "heddle.h"

static pthread_mutex_t m;
static pthread_cond_t c;
static int ready, woken, late;

static void *wait(void *unused)
{
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&m);
    int before = ready;
    if (heddle_choose(0, 1))
        pthread_cond_wait(&c, &m);
    else
        late = pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT;
    woken = before + ready;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_mutex_init(&m, 0);
    pthread_cond_init(&c, 0);
    pthread_create(&one, 0, wait, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    if (heddle_choose(0, 1))
        pthread_cond_signal(&c);
    else
        pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(one, 0);
    pthread_cond_destroy(&c);
    pthread_mutex_destroy(&m);
    int end = 10 * woken + late;
    assert(end != 0);
    assert(end != 1);
    assert(end != 10);
    assert(end != 11);
    assert(end != 20);
    assert(end != 21);
    assert(end <= 21);
    return 0;
}
