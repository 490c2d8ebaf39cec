//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// What init has left in a pointer is no longer there when another thread has stored in it, later than main came by.
#include <assert.h>
#include <pthread.h>

static int one = 1, two = 2, *volatile pointer = &one;

static void *run(void *argument)
{
    pointer = &two;
    return argument;
}

int main(void)
{
    pthread_t thread;
    assert(*pointer == 1);
    pthread_create(&thread, 0, run, 0);
    assert(*pointer == 1);
    return 0;
}
