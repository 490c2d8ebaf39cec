//: expect bug assert 27
//: both
// An object on the heap that a thread is given is not only its maker's any more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *work(void *cell)
{
    atomic_int *x = cell;
    int seen = *x;
    *x = seen + 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    atomic_int *x = malloc(sizeof *x);
    *x = 0;
    pthread_create(&t, NULL, work, x);
    int seen = *x;
    *x = seen + 1;
    pthread_join(t, NULL);

    assert(*x == 2);
    free(x);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
