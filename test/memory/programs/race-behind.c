//: rc11 bug race
// What is written again in the middle is another access: who knows of neither races with what is left of the first one, behind it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static int data[3];
static atomic_int middle, flag;

static void *writer(void *unused)
{
    memset(data, 1, sizeof data);
    atomic_store_explicit(&middle, 1, memory_order_release);
    data[1] = 2;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        return data[2];
    return 0;
}
