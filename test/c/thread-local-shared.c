//: expect bug assert 26
// A thread-local variable whose address another thread has is shared: it can change between two
// looks at it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local atomic_int mine;

static void *change(void *theirs)
{
    atomic_int *there = theirs;
    *there = 1;
    mine = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, change, &mine);
    int first = mine;
    int second = mine;
    pthread_join(t, 0);
    assert(mine == 1);
    assert(first == second);
    return 0;
}
