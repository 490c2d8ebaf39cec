//: expect safe
// Values that were cast to an _Atomic type, which gcc takes for values of the plain type; structs,
// functions, null pointers and values of other types, as before.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct pair {
    int a, b;
};

static atomic_uintptr_t head;
static atomic_int count = 1;
static _Atomic(int *) place;
static _Atomic(struct pair) both;
static _Atomic(int (*)(void)) function;
static int cell, calls;

static int seven(void)
{
    return 7;
}

static int called(void)
{
    return ++calls;
}

int main(void)
{
    struct pair pair = {1, 2};
    atomic_init(&head, (atomic_uintptr_t)&cell);
    assert((int *)atomic_load(&head) == &cell);
    assert(atomic_exchange(&head, (atomic_uintptr_t)5) == (uintptr_t)&cell && head == 5);
    atomic_store_explicit(&count, (atomic_int)called(), memory_order_release);
    assert(count == 1 && calls == 1 && atomic_fetch_add(&count, (atomic_int)called()) == 1 &&
           count == 3);
    int expected = 3;
    assert(atomic_compare_exchange_strong(&count, &expected, (atomic_int)4) && count == 4);
    atomic_store(&place, &cell);
    assert(place == &cell);
    atomic_store(&place, NULL);
    atomic_store(&place, 0);
    assert(place == NULL);
    atomic_store(&both, pair);
    atomic_store(&function, seven);
    pair = atomic_load(&both);
    assert(function() == 7 && pair.b == 2);
    return 0;
}
