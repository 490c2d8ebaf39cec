//: expect bug assert 40
// A lock of the program's own that is busy with more than one value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int l, failed;
int x;
static void *with(void *u)
{
    int me = (int)(long)u, none = 0;
    while (!atomic_compare_exchange_strong(&l, &none, me))
        none = 0;
    x++;
    atomic_store(&l, 0);
    return 0;
}
static void *tries(void *u)
{
    int none = 0;
    while (!atomic_compare_exchange_strong(&l, &none, 3)) {
        if (none == 2) {
            atomic_store(&failed, 1);
            return 0;
        }
        none = 0;
    }
    x++;
    atomic_store(&l, 0);
    return 0;
}
int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, with, (void *)1);
    pthread_create(&b, 0, with, (void *)2);
    pthread_create(&c, 0, tries, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(!failed);
    return 0;
}
