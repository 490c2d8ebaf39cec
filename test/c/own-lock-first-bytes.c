//: expect bug race 12
//: options --engine=explore
// Half of a lock of the program's own is written, from its first byte on.
#include <pthread.h>
static int lock;
static int n;
static void *work(void *x)
{
    (void)x;
    while (__sync_val_compare_and_swap(&lock, 0, 1) != 0)
        ;
    n++;
    __atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
    return 0;
}
static void *reset(void *x)
{
    (void)x;
    __atomic_store_n((char *)&lock, 0, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void)
{
    pthread_t s, t, u;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, reset, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
