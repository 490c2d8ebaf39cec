//: expect safe
// The number of a union is the pointer with a tag, though nothing casts it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

union word {
    int *pointer;
    uintptr_t bits;
};

int main(void)
{
    union word w;
    w.pointer = malloc(sizeof *w.pointer);
    *w.pointer = 4;
    w.bits |= 1;
    assert(w.bits & 1);
    w.bits &= ~(uintptr_t)1;
    assert(*w.pointer == 4);
    free(w.pointer);
    w.bits = 42 << 1 | 1;
    assert(w.bits >> 1 == 42);
    return 0;
}
