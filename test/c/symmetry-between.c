//: expect safe
//: both
// Main does something between its joins that a thread waits for: it must not wait for both at once.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int joined;

static void *work(void *waits)
{
    pthread_mutex_lock(&m);
    while (waits && !joined)
        pthread_cond_wait(&changed, &m);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, work, NULL);
    pthread_create(&t[1], NULL, work, &m);
    pthread_join(t[0], NULL);
    pthread_mutex_lock(&m);
    joined = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    pthread_join(t[1], NULL);
    return 0;
}
