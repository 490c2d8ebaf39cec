//: expect safe
//: options --engine=explore
//: states 8
// A spin lock that is looked at before it is tried.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f;
static int x, y;

static void *one(void *p)
{
    for (int k = 0; k < 2; k++) {
        for (;;) {
            while (atomic_load(&f))
                ;
            if (!atomic_exchange(&f, 1))
                break;
        }
        x++, y++;
        assert(x == y);
        atomic_exchange(&f, 0);
    }
    return p;
}

static void *two(void *p)
{
    while (atomic_load(&f) || atomic_exchange(&f, 1))
        ;
    x += 2, y += 2;
    assert(x == y);
    atomic_exchange(&f, 0);
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
