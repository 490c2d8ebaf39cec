//: prove failed
//: failed enter performs 16 the block changes entries
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count; /*@ accessible_if holds(m) */
/*@ ghost int entries; accessible_if holds(m) */

/*@ performs action (count) { count == \old(count) + 1 } */
void enter(void)
{
    pthread_mutex_lock(&m);
    count++;
    /*@ ghost entries = entries + 1; */
    pthread_mutex_unlock(&m);
}
