//: expect bug deadlock
//: both
// longjmp leaves the lock held.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    jmp_buf place;
    if (setjmp(place) == 0) {
        pthread_mutex_lock(&lock);
        longjmp(place, 1);
    }
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
