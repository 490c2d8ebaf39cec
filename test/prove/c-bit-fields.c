//: prove proved
// A predicate of a whole struct is one for its bit-fields, too.
#include <pthread.h>

struct stats {
    unsigned up : 1, mode : 3;
    int level;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats stats; /*@ accessible_if holds(lock) */

/*@ performs action (stats.level) { \result == stats.mode && stats.level == level } */
unsigned change(int level)
{
    pthread_mutex_lock(&lock);
    unsigned mode = stats.mode;
    stats.level = level;
    pthread_mutex_unlock(&lock);
    return mode;
}
