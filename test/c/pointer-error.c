//: expect safe
// Numbers among the pointers, as Linux does it: no object has such an address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int global;

static int is_error(const void *p)
{
    return (uintptr_t)p >= (uintptr_t)-4095;
}

static void *open_it(int error)
{
    return error ? (void *)(intptr_t)-error : malloc(4);
}

int main(void)
{
    int local = 0;
    void *good = open_it(0), *bad = open_it(12);
    assert(!is_error(good) && is_error(bad));
    assert(!is_error(&global) && !is_error(&local) && !is_error(0));
    assert((uintptr_t)good > 16 && (uintptr_t)&global >= 16 && (uintptr_t)&local > 0);
    assert(!((uintptr_t)&global > UINTPTR_MAX) && (uintptr_t)good <= UINTPTR_MAX);
    free(good);
    return 0;
}
//: also --engine=summarize
