// ... but here another thread writes other numbers in between, which nobody reads: each of them changes what the other one wrote.
//: expect safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last, first;

static void *same(void *arg)
{
    for (;;)
        last = 0;
    return arg;
}

static void *others(void *arg)
{
    unsigned char number = 0;
    for (;;)
        last = number++;
    return arg;
}

static void *two(void *arg)
{
    for (;;) {
        first = 1;
        first = 2;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, same, 0);
    pthread_create(&b, 0, others, 0);
    pthread_create(&c, 0, two, 0);
    pthread_join(a, 0);
}
