//: long
//: expect bug assert 23
// The loop between the two readings touches nothing that others know; but the readings stay two.
#include <assert.h>
#include <pthread.h>

static _Atomic int shared;

static void *other(void *unused)
{
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    unsigned i;
    pthread_create(&thread, NULL, other, NULL);
    int before = shared;
    for (i = 0; i < 3000000000u; i++) {
    }
    assert(before == shared);
    assert(i == 3000000000u);
    pthread_join(thread, NULL);
    return 0;
}
