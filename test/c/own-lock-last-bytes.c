//: expect bug race
//: options --engine=explore
// A number is written over a lock of the program's own and what lies before that.
#include <pthread.h>
#include <stdint.h>
static union {
    struct {
        int before, lock;
    };
    uint64_t both;
} all;
static int n;
static void *work(void *x)
{
    while (__sync_val_compare_and_swap(&all.lock, 0, 1) != 0)
        ;
    n++;
    __atomic_store_n(&all.lock, 0, __ATOMIC_SEQ_CST);
    return x;
}
static void *reset(void *x)
{
    __atomic_store_n(&all.both, 0, __ATOMIC_SEQ_CST);
    return x;
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
