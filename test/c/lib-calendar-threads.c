//: expect safe
// gmtime_r writes what it is given.
#include <pthread.h>
#include <time.h>

static void *work(void *arg)
{
    time_t time = 86400 * (arg != NULL);
    return gmtime_r(&time, &(struct tm){0})->tm_mday == 1 ? arg : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(&thread);
    pthread_join(thread, NULL);
    return 0;
}
