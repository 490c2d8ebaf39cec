//: expect safe
// What goes round through shifts there and back comes back as the same few tests of the input.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int major;
static unsigned number;

static int register_number(unsigned *wish)
{
    major = *wish >> 20;
    return __VERIFIER_nondet_int();
}

int main(void)
{
    for (int k = 0; k < 2; k++) {
        number = (major << 20) | 0;
        int result = register_number(&number);
        if (result < 0)
            return 1;
        if (!major)
            major = result & 0xfff;
        assert(result >= 0);
    }
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
