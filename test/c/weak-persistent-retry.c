//: expect safe
//: states 13
//: options --engine=explore --memory-model=rc11
// Readers of a sequence lock, who look again until nobody has written meanwhile, go one after the other: what each of them sees
// is of no interest to the others. The writers start each other, and need not wait for any reader.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, data;

static int get(void)
{
    for (;;) {
        int before = atomic_load_explicit(&sequence, memory_order_acquire);
        int seen = atomic_load_explicit(&data, memory_order_acquire);
        if (before % 2 == 0 && atomic_load_explicit(&sequence, memory_order_relaxed) == before)
            return seen;
    }
}

static void put(int value)
{
    atomic_fetch_add_explicit(&sequence, 1, memory_order_acquire);
    atomic_store_explicit(&data, value, memory_order_release);
    atomic_fetch_add_explicit(&sequence, 1, memory_order_release);
}

static void *reader(void *unused)
{
    int first = get();
    assert(get() >= first);
    return unused;
}

static void *last(void *unused)
{
    put(2);
    return unused;
}

static void *writer(void *unused)
{
    pthread_t t;
    put(1);
    pthread_create(&t, NULL, last, NULL);
    return unused;
}

int main(void)
{
    pthread_t t;
    for (int k = 0; k < 3; k++)
        pthread_create(&t, NULL, reader, NULL);
    pthread_create(&t, NULL, writer, NULL);
    return 0;
}
