//: expect safe
// The larger and the smaller of two numbers, with and without signs.
#include <assert.h>

int main(void)
{
    unsigned u = 1;
    int i = 1;
    unsigned long long w = 5;
    assert(__atomic_fetch_max(&u, 0x80000000u, __ATOMIC_SEQ_CST) == 1 && u == 0x80000000u);
    assert(__atomic_fetch_min(&u, 0xffffffffu, __ATOMIC_SEQ_CST) == 0x80000000u &&
           u == 0x80000000u);
    u = 0x90000000u;
    assert(__atomic_fetch_max(&u, 0x80000000u, __ATOMIC_SEQ_CST) == u && u == 0x90000000u);
    assert(__atomic_fetch_min(&u, 0x80000000u, __ATOMIC_SEQ_CST) == 0x90000000u && u == 1u << 31);
    assert(__atomic_fetch_max(&i, -1, __ATOMIC_SEQ_CST) == 1 && i == 1);
    assert(__atomic_fetch_min(&i, -1, __ATOMIC_SEQ_CST) == 1 && i == -1);
    assert(__atomic_fetch_max(&w, ~0ull, __ATOMIC_SEQ_CST) == 5 && w == ~0ull);
    assert(__atomic_fetch_min(&w, 1ull << 63, __ATOMIC_SEQ_CST) == ~0ull && w == 1ull << 63);
    i = -0x70000000; /* as a number without a sign */
    assert(__sync_fetch_and_umax((unsigned *)&i, 0x80000000u) == 0x90000000u);
    assert(i == -0x70000000);
    assert(__sync_fetch_and_umin((unsigned *)&i, 0x80000000u) == 0x90000000u);
    assert(i == -0x7fffffff - 1);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
