//: expect bug assert 21
//: both
//: options --engine=explore
// A thread runs in a circle that nobody notices: the others must have their turn nevertheless.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int own, x;

/* Two of them. */
static void *circle(void *unused)
{
    for (;;)
        atomic_fetch_xor(&own, 1);
    return unused;
}

static void *fail(void *unused)
{
    assert(atomic_fetch_add(&x, 1) != 1);
    return unused;
}

int main(void)
{
    pthread_t s, t, u, v;
    pthread_create(&s, NULL, circle, NULL);
    pthread_create(&t, NULL, circle, NULL);
    pthread_create(&u, NULL, fail, NULL);
    pthread_create(&v, NULL, fail, NULL);
    pthread_join(t, NULL);
    return 0;
}
