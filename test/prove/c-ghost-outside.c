//: prove failed
//: failed enter access 13 against its predicate
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
/*@ ghost int entries; accessible_if holds(m) */

void enter(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    /* part of the action that gave the lock back */
    /*@ ghost entries = entries + 1; */
}
