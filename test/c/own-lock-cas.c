//: expect safe
//: options --engine=explore
//: states 8
// A spin lock that is taken by compare-and-swap, with the number of its holder.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f;
static int x, y;

static void *one(void *p)
{
    for (int k = 0; k < 2; k++) {
        int free = 0;
        while (!atomic_compare_exchange_strong(&f, &free, 1))
            free = 0;
        x++, y++;
        assert(x == y);
        atomic_store(&f, 0);
    }
    return p;
}

static void *two(void *p)
{
    int free = 0;
    while (!atomic_compare_exchange_strong(&f, &free, 2))
        free = 0;
    x += 2, y += 2;
    assert(x == y);
    atomic_store(&f, 0);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}
