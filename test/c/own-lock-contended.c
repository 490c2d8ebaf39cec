//: expect bug
// Who had to wait can tell: a run in which nobody waits does not stand for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int f;
static int x;

static void *add(void *p)
{
    for (int k = 0; k < 2; k++) { /* so that the lock is known */
        while (atomic_exchange(&f, 1))
            ;
        x++;
        f = 0;
    }
    int waited = 0;
    while (atomic_exchange(&f, 1))
        waited = 1;
    assert(!waited);
    x++;
    f = 0;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return x != 6;
}
//: also --engine=bound
//: also --engine=cegar --property=assert
