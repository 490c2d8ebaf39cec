//: error 5:35 a lock that the thread has is written holds(LOCK)
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x; /*@ accessible_if m == tid */

int main(void)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
