//: expect unknown
//: options --contexts=3
//: output there is a data race at
// A bounded answer is looked at once more, too: a try in vain puts nothing in order.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *u)
{
    (void)u;
    x = 1;
    pthread_mutex_lock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (pthread_mutex_trylock(&m) != 0)
        x = 2;
    return 0;
}
