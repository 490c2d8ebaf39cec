//: expect bug null 15
//: both
// heddle knows no time, but a timed wait reads its deadline.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct timespec *deadline;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, deadline);
    pthread_mutex_unlock(&m);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
