//: expect safe
//: options --engine=explore
//: states 8
// Elements of an array of flags are locks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_bool f[2];
static int x, y;

static void *one(void *p)
{
    for (int k = 0; k < 2; k++) {
        while (atomic_exchange(&f[1], 1))
            ;
        x++, y++;
        assert(x == y);
        f[1] = 0;
    }
    return p;
}

static void *two(void *p)
{
    while (atomic_exchange(&f[1], 1))
        ;
    x += 2, y += 2;
    assert(x == y);
    f[1] = 0;
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
