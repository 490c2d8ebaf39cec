//: expect bug assert 28
//: both
// What was written before a recursion without end can be seen by others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;

static void for_ever(void)
{
    for_ever();
}

static void *work(void *unused)
{
    done = 1;
    for_ever();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = done;
    assert(!seen);
    return 0;
}
//: also --engine=bound
