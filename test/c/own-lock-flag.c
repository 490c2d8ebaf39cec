//: expect safe
//: options --engine=explore
//: states 8
// A spin lock that is taken by test-and-set moves like a mutex.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag f = ATOMIC_FLAG_INIT;
static int x, y;

static void *one(void *p)
{
    for (int k = 0; k < 2; k++) {
        while (atomic_flag_test_and_set(&f))
            ;
        x++, y++;
        assert(x == y);
        atomic_flag_clear(&f);
    }
    return p;
}

static void *two(void *p)
{
    while (atomic_flag_test_and_set(&f))
        ;
    x += 2, y += 2;
    assert(x == y);
    atomic_flag_clear(&f);
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
