//: expect safe
#pragma clang diagnostic ignored "-Wreturn-type"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int count;

static int sign(int x)
{
    if (x > 0)
        return 1;
    count++;
}
static int (*function)(int) = sign;

static int ends(int x)
{
    while (1)
        if (x++ > 3)
            return x;
}

static int aborts(int x)
{
    if (x)
        return x;
    abort();
}

static void *thread(void *unused)
{
    count++;
}

int main(void)
{
    pthread_t t;
    sign(0); /* nobody wants the value */
    (void)function(0);
    assert(sign(1) == 1 && function(2) == 1);
    assert(ends(1) == 5 && aborts(2) == 2);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(count == 3);
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
