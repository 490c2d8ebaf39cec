//: expect safe
//: both
// Nothing depends on what the clock says that a deadline is computed from.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 5;
    if (pthread_mutex_timedlock(&m, &deadline) == 0)
        pthread_mutex_unlock(&m);
    return 0;
}
