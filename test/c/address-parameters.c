//: expect safe
// Addresses go as numbers through parameters and results.
#include <assert.h>
#include <stdint.h>

static int x, y;

static void set(uintptr_t first, uintptr_t second)
{
    *(int *)first = 1;
    *(int *)second = 2;
}

static uintptr_t later(uintptr_t of)
{
    return of;
}

int main(void)
{
    int *p = &x, *q = &y;
    set((uintptr_t)p, (uintptr_t)q);
    assert(x == 1 && y == 2);
    *(int *)later((uintptr_t)q) = 5;
    assert(x == 1 && y == 5);
    return 0;
}
