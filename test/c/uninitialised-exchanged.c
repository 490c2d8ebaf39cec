//: expect unknown
/* An exchange of a struct in one word compares its padding, too, which was never written: that is
 * no error, and not known. */
#include <assert.h>
#include <stdatomic.h>
struct S {
    char a;
    int b;
};
static _Atomic struct S cell;
int main(void)
{
    struct S expected, next;
    expected.a = next.a = 0;
    expected.b = 0;
    next.b = 2;
    if (atomic_compare_exchange_strong(&cell, &expected, next)) {
        struct S now = atomic_load(&cell);
        assert(now.b == 2);
    }
    return 0;
}
