//: expect bug race
// ... but the parent is.
#include <unistd.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *a)
{
    x++;
    return a;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    if (fork() == 0)
        _exit(0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
