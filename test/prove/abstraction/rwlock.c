/* Every end that a writer and a reader can come to is an assertion that fails. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

#include "heddle.h"

static pthread_rwlock_t l;
static int x, y, seen = 9;

static void *write(void *unused)
{
    struct timespec soon = {1, 0};
    int how = heddle_choose(0, 2);
    int error = how == 0   ? pthread_rwlock_wrlock(&l)
                : how == 1 ? pthread_rwlock_trywrlock(&l)
                           : pthread_rwlock_timedwrlock(&l, &soon);
    if (error)
        return unused;
    x++;
    y++;
    pthread_rwlock_unlock(&l);
    return unused;
}

static void *read(void *unused)
{
    struct timespec soon = {1, 0};
    int how = heddle_choose(0, 2);
    int error = how == 0   ? pthread_rwlock_rdlock(&l)
                : how == 1 ? pthread_rwlock_tryrdlock(&l)
                           : pthread_rwlock_timedrdlock(&l, &soon);
    if (error)
        return unused;
    seen = 2 * x + y;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_rwlock_init(&l, 0);
    pthread_create(&one, 0, write, 0);
    pthread_create(&two, 0, read, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_rwlock_destroy(&l);
    int end = 10 * x + seen;
    assert(end != 9);
    assert(end != 0);
    assert(end != 19);
    assert(end != 10);
    assert(end != 13);
    assert(end == 9 || end == 0 || end == 19 || end == 10 || end == 13);
    return 0;
}
