//: expect safe
//: states 17
// Who only writes is noticed by nobody who need not read it, and goes first; then nobody writes any more, and readers go one
// after the other: states are not multiplied by threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { READERS = 7 };
static atomic_int x;

static void *write_it(void *unused)
{
    atomic_store_explicit(&x, 42, memory_order_release);
    return unused;
}

static void *read_it(void *unused)
{
    int value = atomic_load_explicit(&x, memory_order_acquire);
    assert(value == 0 || value == 42);
    return unused;
}

int main(void)
{
    pthread_t writer, readers[READERS];
    pthread_create(&writer, NULL, write_it, NULL);
    for (int k = 0; k < READERS; k++)
        pthread_create(&readers[k], NULL, read_it, NULL);
    for (int k = 0; k < READERS; k++)
        pthread_join(readers[k], NULL);
    pthread_join(writer, NULL);
    return 0;
}
