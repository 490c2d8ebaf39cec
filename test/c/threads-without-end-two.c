//: expect safe
//: options --engine=bag --property=assert
// Two may be inside: only who counts up to three threads of a kind sees that there are no more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int places = 2, inside;

static int enter(void)
{
    int now = places;
    return now > 0 && atomic_compare_exchange_strong(&places, &now, now - 1);
}
static void *work(void *argument)
{
    if (!enter())
        return argument;
    int before = atomic_fetch_add(&inside, 1);
    assert(before < 2);
    atomic_fetch_sub(&inside, 1);
    atomic_fetch_add(&places, 1);
    return argument;
}
int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, work, 0);
}
