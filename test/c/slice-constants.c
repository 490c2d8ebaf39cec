//: expect safe
//: states 6
// What was done last is written down and never read: a number that is a constant does not tell states apart either.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int phase;

static void *work(void *me)
{
    pthread_mutex_lock(&lock);
    if (me)
        phase = 1;
    else
        phase = 2;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, &a);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
//: also --engine=symbolic --property=assert,memory,lock
