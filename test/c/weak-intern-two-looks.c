//: expect bug assert 38
// The table of examples/weak/intern-table.c, but who adds a key looks for it first and for a free place
// then: meanwhile somebody else has added the same key.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PLACES 2

static atomic_int tags[PLACES], numbers[PLACES], count;

static int intern(int tag)
{
    for (int place = 0; place < PLACES; place++)
        if (atomic_load_explicit(&tags[place], memory_order_relaxed) == tag) {
            int number;
            while (!(number = atomic_load_explicit(&numbers[place], memory_order_acquire)))
                ;
            return number;
        }
    for (int place = 0; place < PLACES; place++) {
        int none = 0;
        if (!atomic_load_explicit(&tags[place], memory_order_relaxed) &&
            atomic_compare_exchange_strong_explicit(&tags[place], &none, tag, memory_order_relaxed,
                                                    memory_order_relaxed)) {
            int number = 1 + atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
            atomic_store_explicit(&numbers[place], number, memory_order_release);
            return number;
        }
    }
    return 0;
}

static int got[2];

static void check(void)
{
    assert(got[0] == got[1]);
}

static void *work(void *arg)
{
    *(int *)arg = intern(7);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, &got[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    check();
    return 0;
}
