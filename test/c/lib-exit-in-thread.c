//: expect safe
//: both
// exit in a thread ends the program: what comes later never happens.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int never;

static void *one(void *p)
{
    exit(0);
    never = 1;
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, one, NULL);
    pthread_join(a, NULL);
    assert(0);
    return never;
}
//: also --engine=symbolic --property=assert,memory,lock
