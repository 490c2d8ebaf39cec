//: expect safe
//: options --engine=symbolic --property=assert,memory,lock
// A byte of a number is read: it is what it should be.
#include <assert.h>

int __VERIFIER_nondet_int(void);
union {
    int i;
    unsigned char c[4];
    unsigned short s[2];
} u;

int main(void)
{
    u.i = __VERIFIER_nondet_int();
    assert((u.s[1] & 255) == u.c[2]);
    assert(u.c[2] == (unsigned char)(u.i >> 16));
    return 0;
}
//: hard
