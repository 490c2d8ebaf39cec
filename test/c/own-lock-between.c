//: expect bug
// A lock that was free when it was looked at, and is taken when it is tried: nobody else looks there.
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
    for (;;)
        if (!atomic_load(&f)) {
            if (!atomic_exchange(&f, 1))
                break;
            assert(0);
        }
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
