//: prove unknown
// There are arrays of them: their elements are not told apart yet.
#include <pthread.h>
static pthread_mutex_t m;
struct node {
    int key; /*@ accessible_if holds(m) */
    /*@ invariant key >= 0 */
};
static struct node pool[4];
void set(int k)
{
    pthread_mutex_lock(&m);
    pool[1].key = -k;
    pthread_mutex_unlock(&m);
}
