//: expect bug
// A constant that is cut to the width of an input can be equal to it.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void compare(int wide)
{
    unsigned char cut = wide, input = __VERIFIER_nondet_uchar();
    assert(cut != input);
}

int main(void)
{
    compare(0x1e5);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
