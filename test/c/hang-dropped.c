//: expect bug hang 9
// A run that is cut off is not the end of the process.
#include <pthread.h>
#include <stdatomic.h>
atomic_flag l = ATOMIC_FLAG_INIT;
int x;
static void lock(void)
{
    while (atomic_flag_test_and_set(&l))
        ;
}
static void *work(void *u)
{
    lock();
    x++;
    if (x == 1) {
        atomic_flag_clear(&l);
    }
    return 0;
}
int main(void)
{
    pthread_t t, s, r;
    pthread_create(&t, 0, work, 0);
    pthread_create(&s, 0, work, 0);
    pthread_create(&r, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    pthread_join(r, 0);
    return 0;
}
