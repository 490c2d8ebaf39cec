//: expect safe
// The only thing done with vectors is a conversion.
#include <assert.h>
typedef signed char narrow __attribute__((vector_size(4)));
typedef int wide __attribute__((vector_size(16)));

int main(void)
{
    narrow n = {1, -2, 127, -128};
    wide w = __builtin_convertvector(n, wide);
    assert(w[0] == 1 && w[1] == -2 && w[2] == 127 && w[3] == -128);
    return 0;
}
