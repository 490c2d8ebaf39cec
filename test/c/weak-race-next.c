//: expect bug race 23
// A write right behind what was read is a write.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data[2];
static atomic_int flag;

static void *writer(void *unused)
{
    int seen = data[0];
    data[1] = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return seen ? NULL : unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        return data[1];
    return 0;
}
