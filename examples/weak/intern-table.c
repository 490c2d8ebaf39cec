//: expect safe
// intern-table.c: equal keys get equal numbers, whoever asks first.
//
// This is how the processes of `heddle check --jobs` number what they meet (src/base/index.h).  Who
// adds a key claims the first free place by its tag, writes the record and then publishes its number.
// Whoever meets his own tag waits for the number, and compares the record.  The release and the acquire
// of the number are needed: with weaker orders the records race.  The tags may be relaxed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PLACES 2
#define TAG(key) ((key) % 2 + 1)

static atomic_int tags[PLACES];    /* 0: the place is free */
static atomic_int numbers[PLACES]; /* 0: not published yet */
static atomic_int count;
static int records[PLACES + 1];

static int intern(int key)
{
    for (int place = 0; place < PLACES;) {
        int none = 0, number;
        if (atomic_compare_exchange_strong_explicit(&tags[place], &none, TAG(key),
                                                    memory_order_relaxed, memory_order_relaxed)) {
            number = 1 + atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
            records[number] = key;
            atomic_store_explicit(&numbers[place], number, memory_order_release);
            return number;
        }
        if (none == TAG(key)) {
            while (!(number = atomic_load_explicit(&numbers[place], memory_order_acquire)))
                ;
            if (records[number] == key)
                return number;
        }
        place++;
    }
    return 0;
}

static int first[2], second[2];

static void *forward(void *arg)
{
    first[0] = intern(1);
    second[0] = intern(3);
    return arg;
}

static void *backward(void *arg)
{
    second[1] = intern(3);
    first[1] = intern(1);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, forward, 0);
    pthread_create(&t[1], 0, backward, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(first[0] && first[0] == first[1]);
    assert(second[0] && second[0] == second[1]);
    assert(first[0] != second[0]);
    return 0;
}
