//: expect bug assert 14
//: both
// The weak form may fail for no reason, also on two words that are exchanged together.
#include <assert.h>
#include <stdatomic.h>

static _Atomic struct two {
    long a, b;
} two;

int main(void)
{
    struct two expected = {0, 0}, desired = {1, 2};
    assert(atomic_compare_exchange_weak(&two, &expected, desired));
    return 0;
}
