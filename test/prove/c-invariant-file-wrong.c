//: prove failed
//: failed main access 21 the invariant does not hold any more: low < high
//: failed work access 14 the invariant does not hold any more: low < high
// It does not hold when the second thread begins, and not between two actions.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int low = 2, high;
/*@ invariant low < high */
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    low++;
    high++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    return 0;
}
