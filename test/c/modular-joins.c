//: expect safe
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// Threads whose results were not taken have different numbers, and were not joined before.
#include <assert.h>
#include <pthread.h>

static void *run(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, run, 0);
    pthread_join(first, 0);
    pthread_create(&third, 0, run, 0);
    assert(second != third);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
