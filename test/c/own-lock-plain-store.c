//: expect bug
//: output data race
// A lock that is given back by a plain store races with those who try it.
#include <pthread.h>

static int f, x;

static void *add(void *p)
{
    while (__atomic_exchange_n(&f, 1, __ATOMIC_SEQ_CST))
        ;
    x++;
    f = 0;
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
//: also --engine=summarize
