//: prove proved
//: expect safe
// The first thread makes the invariant true; then every action keeps it.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int low = 2, high;
/*@ invariant low < high */
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    if (high < 9)
        high++;
    if (low > 0)
        low--;
    assert(low < high);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    high = 3;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
