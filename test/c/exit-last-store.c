//: expect bug assert 11
// Others can run after the last thing that main does and before the program ends.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *look(void *p)
{
    assert(!done);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    done = 1;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
