//: expect safe
// An integer of 64 bits becomes a float in one step: rounded to a double first, some would be off.
#include <assert.h>

int main(void)
{
    unsigned long long a = 0x4000004000000001ull;
    long long b = -0x4000004000000001ll;
    float x = a, y = b;
    assert(x == 0x4000008000000000 * 1.0);
    assert(y == -0x4000008000000000 * 1.0);
    return 0;
}
//: also --engine=bound
