//: expect bug assert 21
//: options --engine=explore --property=assert
// Who waits for his number knows afterwards that he has waited: so he is not one who was served at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int shared;

static void *work(void *arg)
{
    int waited = 0;
    unsigned number = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != number)
        waited = 1;
    shared++;
    atomic_store(&serving, number + 1);

    // Both may have come at once.
    assert(!waited);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
