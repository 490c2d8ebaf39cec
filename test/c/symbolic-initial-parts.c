//: expect safe
//: options --engine=symbolic --property=assert,memory,lock
// Initial values are written in larger pieces than they are read, at a place that the solver chooses.
#include <assert.h>

int __VERIFIER_nondet_int(void);
static int table[8] = {0, 1, 2, 3, 4, 5, 6, 7};
static short halves[6] = {5, 4, 3, 2, 1, 0};
static unsigned char bytes[] = "abcdefgh";

int main(void)
{
    int k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int() & 7;
    if (k >= 0 && k < 8)
        assert(table[k] <= k && table[k] * table[k] == k * k);
    if (k >= 0 && k < 6)
        assert(halves[k] == 5 - k);
    assert(bytes[n] == 'a' + n);
    table[n] = -1;
    assert(n == 3 || table[3] == 3);
    return 0;
}
