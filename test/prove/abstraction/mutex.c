/* Every end that two threads with a mutex can come to is an assertion that fails. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

#include "heddle.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, taken[3];

static int take(int how)
{
    struct timespec soon = {1, 0};
    return how == 0   ? pthread_mutex_lock(&m)
           : how == 1 ? pthread_mutex_trylock(&m)
                      : pthread_mutex_timedlock(&m, &soon);
}

static void *run(void *factor)
{
    int how = heddle_choose(0, 2), error = take(how);
    if (error)
        return 0;
    int seen = x;
    taken[how]++;
    x = seen * 10 + (factor ? 1 : 2);
    if (pthread_mutex_unlock(&m))
        assert(!"unlock fails");
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, run, &m);
    pthread_create(&two, 0, run, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(x != 0);
    assert(x != 1);
    assert(x != 2);
    assert(x != 12);
    assert(x != 21);
    assert(x == 12 || x == 21 || x <= 2);
    return 0;
}
