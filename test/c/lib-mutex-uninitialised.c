//: expect bug uninitialised 12
//: both
// A mutex on the heap is used before it was initialised.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_lock(m);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
