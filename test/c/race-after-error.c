//: expect bug assert 23
//: both
// The assertion fails one action before the threads can race: that is what is reported.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int bare;

static void *work(void *unused)
{
    flag = 1;
    bare = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(!flag);
    bare = 2;
    pthread_join(t, NULL);
    return 0;
}
