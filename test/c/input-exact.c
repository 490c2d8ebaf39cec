//: expect safe
// Inputs that are exact: few bits, few values, or only compared with constants.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= -2 && a < 10);
    unsigned b = __VERIFIER_nondet_uint();
    if (b > 3)
        return 0;
    long c = __VERIFIER_nondet_long();
    if (c < 0 || c >= 5)
        exit(0);
    assert((a + 2) * (int)b <= 33 && c * c < 25);
    if (__VERIFIER_nondet_int())
        a = 0;
    int d = __VERIFIER_nondet_int();
    switch (d) {
    case 7:
        assert(d == 7);
        break;
    case -1:
        assert(d < 0);
        break;
    default:
        assert(d != 7 && d != -1);
    }
    while (__VERIFIER_nondet_bool())
        if (a++ > 3)
            break;
    assert(__VERIFIER_nondet_uchar() / 2 < 128);
    return 0;
}
//: also --engine=bound
