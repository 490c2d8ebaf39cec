//: tso safe
//: sc safe
//: rc11 safe
//: delay safe
// A thread sees what was stored before it was made, and who waits for its end what it has stored.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int before, after;

static void *work(void *unused)
{
    assert(before == 1);
    after = 1;
    return unused;
}

int main(void)
{
    pthread_t a;
    before = 1;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(after == 1);
    return 0;
}
