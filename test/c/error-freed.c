//: expect bug freed 19
// One thread frees what the other one still uses.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *run(void *unused)
{
    free(shared);
    return unused;
}

int main(void)
{
    pthread_t t;
    shared = calloc(1, sizeof *shared);
    pthread_create(&t, NULL, run, NULL);
    *shared = 1;
    pthread_join(t, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
