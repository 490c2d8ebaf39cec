//: expect safe
//: both
// Elements of vectors in another order.
#include <assert.h>
typedef int four __attribute__((vector_size(16)));

int main(void)
{
    four a = {1, 2, 3, 4};
    four b = __builtin_shufflevector(a, a, 3, 2, 1, 0);
    four c = __builtin_shufflevector(a, b, 0, 4, 7, 2);
    assert(b[0] == 4 && b[1] == 3 && b[2] == 2 && b[3] == 1);
    assert(c[0] == 1 && c[1] == 4 && c[2] == 1 && c[3] == 3);
    return 0;
}
