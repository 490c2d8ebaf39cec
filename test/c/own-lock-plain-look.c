//: expect bug
//: output data race
// Who waits looks at the lock by a plain load, which races; nobody gets there who has not waited.
#include <pthread.h>

static int f, x;

static void *add(void *p)
{
    while (__atomic_exchange_n(&f, 1, __ATOMIC_SEQ_CST))
        while (f)
            ;
    x++;
    __atomic_store_n(&f, 0, __ATOMIC_SEQ_CST);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return x != 2;
}
