//: expect safe
//: options --engine=explore
//: states 8
// A spin lock in an object, taken by exchange in a function.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct lock {
    int other;
    atomic_int taken;
};
static struct lock *f;

static void take(struct lock *lock)
{
    while (atomic_exchange(&lock->taken, 1))
        ;
}

static void give(struct lock *lock)
{
    atomic_store(&lock->taken, 0);
}

static int x, y;

static void *one(void *p)
{
    for (int k = 0; k < 2; k++) {
        take(f);
        x++, y++;
        assert(x == y);
        give(f);
    }
    return p;
}

static void *two(void *p)
{
    take(f);
    x += 2, y += 2;
    assert(x == y);
    give(f);
    return p;
}

int main(void)
{
    pthread_t a, b;
    f = calloc(1, sizeof *f);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}
