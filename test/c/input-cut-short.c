//: expect bug
// Inputs that are cut to less than their width can be equal there and nowhere else.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    int first = __VERIFIER_nondet_ushort(), second = __VERIFIER_nondet_ushort();
    unsigned char cut = first;
    if (first < 0x300)
        return 0;
    assert(cut != second);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
