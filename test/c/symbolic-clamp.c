//: expect safe
//: output symbolic
// Arguments are any numbers; there are no threads, so there are no races, and nothing waits.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low <= high) {
        int y = clamp(x, low, high);
        assert(low <= y && y <= high);
    }
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
