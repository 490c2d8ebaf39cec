//: expect safe
//: both
// A struct of two pointers that is moved as one number of 128 bits keeps its pointers; what a builtin adds
// beside it is a number all the same.
#include <assert.h>
#include <stdatomic.h>

struct two {
    int *first, *second;
};
_Atomic struct two links;

int main(void)
{
    int x = 3, y = 4;
    atomic_store(&links, ((struct two){&x, &y}));
    struct two seen = atomic_load(&links), other = {&y, &x};
    assert(*seen.first == 3 && *seen.second == 4);
    assert(atomic_compare_exchange_strong(&links, &seen, other));
    seen = atomic_exchange(&links, seen);
    assert(*seen.first == 4 && *seen.second == 3);
    volatile unsigned long large = 1ul << 63;
    volatile int minus = -1;
    unsigned long sum;
    assert(!__builtin_add_overflow(minus, large, &sum) && sum == 0x7fffffffffffffffull);
}
