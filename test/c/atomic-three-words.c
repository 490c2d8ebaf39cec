//: expect safe
// An atomic struct of three words, with pointers in it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct ends {
    int *first, *last;
    long count;
};
static _Atomic struct ends ends;
static int cells[2];

static void *add(void *cell)
{
    struct ends old = atomic_load(&ends), new;
    do
        new = (struct ends){old.first ? old.first : cell, cell, old.count + 1};
    while (!atomic_compare_exchange_weak(&ends, &old, new));
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, &cells[0]);
    add(&cells[1]);
    pthread_join(t, NULL);
    struct ends left = atomic_load(&ends);
    assert(left.count == 2 && left.first != left.last && left.first && left.last);
    return 0;
}
