// Nobody sets the flag.  To wait for a while, to take a mutex once more and to give it back shows nothing to others.
//: expect bug hang
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static int is_ready(void)
{
    pthread_mutex_lock(&mutex);
    int now = ready;
    pthread_mutex_unlock(&mutex);
    return now;
}

int main(void)
{
    struct timespec soon = {0, 0};
    pthread_mutex_lock(&mutex);
    while (!is_ready())
        pthread_cond_timedwait(&cond, &mutex, &soon);
    pthread_mutex_unlock(&mutex);
}
