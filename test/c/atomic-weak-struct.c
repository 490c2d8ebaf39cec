//: expect bug assert 14
//: both
// The weak form may fail for no reason, also where a function of the library does it.
#include <assert.h>
#include <stdatomic.h>

static _Atomic struct three {
    long a, b, c;
} three;

int main(void)
{
    struct three expected = {0, 0, 0}, desired = {1, 2, 3};
    assert(atomic_compare_exchange_weak(&three, &expected, desired));
    return 0;
}
//: also --engine=summarize
