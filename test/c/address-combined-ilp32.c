//: expect safe
//: options --property=assert --data-model=ILP32
// As address-combined.c, of 32 bits: what must hold of addresses whatever they are: blocks of 8 bytes are aligned to 8, smaller ones to 4; bits that are set, cleared and
// turned where others are set already; the order of three objects, in which one ends, and another one comes.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static _Alignas(16) char text[16];

static void alignment(void)
{
    char *least = malloc(sizeof(void *)), *small = malloc(2 * sizeof(void *) - 1),
         *enough = malloc(2 * sizeof(void *)), *large = malloc(100);
    assert((uintptr_t)least % sizeof(void *) == 0 && (uintptr_t)small % sizeof(void *) == 0);
    assert((uintptr_t)enough % (2 * sizeof(void *)) == 0);
    assert((uintptr_t)large % (2 * sizeof(void *)) == 0);
    free(least), free(small), free(enough), free(large);
}
static void bits(void)
{
    uintptr_t at = (uintptr_t)(text + 5);
    assert((at ^ 3) == (uintptr_t)(text + 6) && (at ^ 6) == (uintptr_t)(text + 3));
    assert((at | 3) == (uintptr_t)(text + 7) && (at | 4) == at && (at | 8) == at + 8);
    assert((at & ~(uintptr_t)7) == (uintptr_t)text && (at & 7) == 5 && (at & 6) == 4);
    assert((3 ^ at) == at + 1 && (3 | at) == at + 2);
}
static void order(void)
{
    char *a = malloc(20), *b = malloc(20), *c = malloc(20);
    int ab = a < b, bc = b < c, ac = a < c;
    if (ab && bc)
        assert(ac);
    if (!ab && !bc)
        assert(!ac);
    free(b);
    assert((a < c) == ac);
    char *d = malloc(20), *e = malloc(20);
    int ad = a < d, dc = d < c, ae = a < e, de = d < e;
    if (ad && dc)
        assert(a < c);
    if (ad && de)
        assert(ae);
    assert((a < c) == ac && (d < e) == de && (e > a) == ae && (c > d) == dc);
    if (e < c && c < d)
        assert(e < d && !de);
}
static void distances(void)
{
    char *p = text + 8;
    long minus = -3;
    int less = -5;
    assert(p + minus == text + 5 && p + less == text + 3 && p - minus == text + 11);
    assert((char *)((uintptr_t)p + (uintptr_t)minus) == text + 5);
    assert((char *)((uintptr_t)p - 8) == text && (uintptr_t)p - (uintptr_t)text == 8);
}
int main(void)
{
    alignment();
    bits();
    order();
    distances();
    return 0;
}
