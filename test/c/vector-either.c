//: expect safe
// A vector that is one of two, and nothing is computed with vectors.
#include <assert.h>
typedef int four __attribute__((vector_size(16)));

static int which = 1;

int main(void)
{
    four x = {1, 2, 3, 4}, y = {5, 6, 7, 8};
    four either = which ? x : y, other = which ? y : x;
    assert(either[0] == 1 && either[3] == 4);
    assert(other[1] == 6 && other[2] == 7);
    return 0;
}
