//: expect bug race
/* A discipline breaks in the search that finds the race: what was kept of the accesses before does
 * not count any more, and the search begins again before it tells the run. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int readers;
static int data;

static void *reader(void *unused)
{
    int seen = data;
    (void)seen;
    atomic_fetch_add_explicit(&readers, 1, memory_order_relaxed);
    return unused;
}

static void *writer(void *unused)
{
    while (atomic_load_explicit(&readers, memory_order_acquire) != 2)
        ;
    data = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&c, 0, writer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
