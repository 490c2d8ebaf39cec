//: expect safe
// The only thing done with vectors is a change of their sign.
#include <assert.h>
typedef double two __attribute__((vector_size(16)));

int main(void)
{
    two x = {1.5, -0.25}, y = -x;
    assert(y[0] == -1.5 && y[1] == 0.25);
    return 0;
}
