//: expect bug assert 17
//: both
#include <assert.h>

struct three {
    long a, b, c;
};
static struct three one, two;

int main(void)
{
    struct three expected = {0, 0, 0}, desired = {1, 2, 3};
    _Bool strong =
        __atomic_compare_exchange(&one, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert(strong && one.c == 3);
    _Bool weak = __atomic_compare_exchange(&two, &expected, &desired, 1, 5, 5);
    assert(expected.a == 0 && weak);
    return 0;
}
//: also --engine=bound
