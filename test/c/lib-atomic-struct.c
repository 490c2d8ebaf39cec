//: expect safe
//: both
// An atomic object that no instruction handles at once is still atomic.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdatomic.h>

typedef struct Five {
    int a, b, c, d, e;
} Five;

static _Atomic(Five) shared;

static void *one(void *p)
{
    atomic_store(&shared, ((Five){1, 2, 3, 4, 5}));
    return p;
}

static void *two(void *p)
{
    Five t = atomic_load(&shared);
    assert((t.a == 0 && t.c == 0 && t.e == 0) || (t.a == 1 && t.c == 3 && t.e == 5));
    Five old = {0, 0, 0, 0, 0};
    if (atomic_compare_exchange_strong(&shared, &old, ((Five){4, 5, 6, 7, 8})))
        assert(old.a == 0);
    else
        assert(old.a == 1 && old.c == 3);
    old = atomic_exchange(&shared, ((Five){7, 8, 9, 10, 11}));
    assert(old.b == 5 || old.b == 2);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
