/* Two accounts with a lock each.  -DCIRCLE: the locks are taken in the order of the arguments; -DKEPT: one is
 * not given back; -DGATE: in any order, but behind a third one. */
#include "library-locks.h"

#include <pthread.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int money[2] = {3, 3};

void give(int from, int to)
{
    int first = from == to ? 0 : from - 1;
#if !defined(CIRCLE) && !defined(GATE)
    first = 0;
#endif
#ifdef GATE
    pthread_mutex_lock(&gate);
#endif
    pthread_mutex_lock(&lock[first]);
    pthread_mutex_lock(&lock[1 - first]);
    money[from - 1]--;
    money[to - 1]++;
#ifdef KEPT
    if (from == to)
        pthread_mutex_unlock(&lock[1 - first]);
#else
    pthread_mutex_unlock(&lock[1 - first]);
#endif
    pthread_mutex_unlock(&lock[first]);
#ifdef GATE
    pthread_mutex_unlock(&gate);
#endif
}

int look(int from)
{
    pthread_mutex_lock(&lock[from - 1]);
    int found = money[from - 1];
    pthread_mutex_unlock(&lock[from - 1]);
    return found;
}
