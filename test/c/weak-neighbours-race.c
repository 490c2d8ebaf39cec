//: expect bug race 23
//: both
// What is remembered of two neighbours is told apart by how they were touched: the first was read and the second written.
#include <pthread.h>
#include <stdatomic.h>

static int cells[2], seen, again;
static atomic_int flag;

static void *one(void *unused)
{
    seen = cells[0];
    cells[1] = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    if (!atomic_load_explicit(&flag, memory_order_relaxed))
        return unused;
    again = cells[0];
    again = cells[1];
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
