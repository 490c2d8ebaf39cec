//: expect safe
//: both
// What is remembered of two neighbours is told apart by who has touched them: the third thread knows only what the second has done.
#include <pthread.h>
#include <stdatomic.h>

static int cells[2], seen;
static atomic_int released;

static void *one(void *unused)
{
    cells[0] = 1;
    return unused;
}

static void *two(void *unused)
{
    cells[1] = 1;
    atomic_store_explicit(&released, 1, memory_order_release);
    return unused;
}

static void *three(void *unused)
{
    if (atomic_load_explicit(&released, memory_order_acquire))
        seen = cells[1];
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    pthread_create(&t[2], NULL, three, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
