//: expect bug hang
// A thread asks again and again, under a mutex, whether it is to stop.  Locking shows nothing to anybody.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        int ends = stop;
        pthread_mutex_unlock(&mutex);
        if (ends)
            return argument;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
}
