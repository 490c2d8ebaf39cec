//: expect bug race
// gmtime has one variable for all threads.
#include <pthread.h>
#include <time.h>

static void *work(void *arg)
{
    time_t time = 86400 * (arg != NULL);
    return gmtime(&time)->tm_mday == 1 ? arg : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(&thread);
    pthread_join(thread, NULL);
    return 0;
}
