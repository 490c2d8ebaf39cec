// heddle cannot try all times, and the program is long: the runs that were looked at are known all the same.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static _Atomic int turns;

static void *turn(void *last)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int i = 0; i < 1000000 && now.tv_sec >= 0; i++)
        turns++;
    return last;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, turn, NULL);
    pthread_create(&b, NULL, turn, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(turns >= 0);
}
