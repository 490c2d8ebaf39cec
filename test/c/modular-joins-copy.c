//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// The number of a thread whose result was taken, by whatever name, may be given again.
#include <assert.h>
#include <pthread.h>

static void *run(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t first, copy, second;
    pthread_create(&first, 0, run, 0);
    copy = first, pthread_join(copy, 0);
    pthread_create(&second, 0, run, 0);
    assert(first != second);
    return 0;
}
//: hard
