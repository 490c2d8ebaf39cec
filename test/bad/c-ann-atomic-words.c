//: error 5:12 expected the end of the annotation
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
/*@ atomic block */ static void f(void)
{
    x++;
}
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    f();
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    return 0;
}
