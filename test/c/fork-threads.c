//: expect unknown
//: output the child of fork was not followed, since the program has other threads
// With other threads the child is not followed.
#include <unistd.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *a)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
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
