//: expect safe
//: options --engine=explore
// A lock that some threads only try does not move, but still guards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int f;
static int x, y;

static void *add(void *p)
{
    while (atomic_exchange(&f, 1))
        ;
    x++, y++;
    assert(x == y);
    f = 0;
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    if (!atomic_exchange(&f, 1)) {
        assert(x == y);
        x += 2, y += 2;
        f = 0;
    }
    pthread_join(a, 0);
    assert(x == 1 || x == 3);
    return 0;
}
