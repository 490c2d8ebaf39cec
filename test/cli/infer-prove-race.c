#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
void inc(void)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
}
int peek(void)
{
    return x;
}
