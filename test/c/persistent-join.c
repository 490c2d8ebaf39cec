//: expect safe
//: both
//: options --engine=explore
//: states 15
// Threads of two groups have nothing in common, and who waits for them need not be waited for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *add_a(void *unused)
{
    atomic_fetch_add(&a, 1);
    atomic_fetch_add(&a, 1);
    return unused;
}

static void *add_b(void *unused)
{
    atomic_fetch_add(&b, 1);
    atomic_fetch_add(&b, 1);
    return unused;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, add_a, 0);
    pthread_create(&t[1], 0, add_a, 0);
    pthread_create(&t[2], 0, add_b, 0);
    pthread_create(&t[3], 0, add_b, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(a == 4 && b == 4);
    return 0;
}
