//: expect bug assert 17
//: options --engine=symbolic --property=assert,memory,lock
// A byte of a number is read, of which nobody would try the right value.
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
    assert(u.c[2] != 77 || u.c[0] != 3 || u.s[1] != 0x124d);
    return 0;
}
