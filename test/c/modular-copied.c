//: expect safe
//: options --engine=modular
// Two elements of one index are compared; a number is halved.
#include <assert.h>

int __VERIFIER_nondet_int(void);
static int from[64], to[64];

int main(void)
{
    int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int(), low = 0, high = 64;
    if (n < 0 || n > 64)
        return 0;
    for (int i = 0; i < n; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n)
        assert(to[k] == from[k]);
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (to[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low >= 0 && low <= 64);
    return 0;
}
