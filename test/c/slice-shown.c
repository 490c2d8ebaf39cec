//: expect bug assert 22
//: output prints 2
// The run is shown with the values that the program has, also those that the search has not looked at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int steps;
static atomic_int flag;

static void *work(void *argument)
{
    flag = 1;
    return argument;
}

static void step(void)
{
    steps++;
    printf("%d\n", steps);
    assert(!flag);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    steps++;
    step();
    pthread_join(thread, 0);
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
