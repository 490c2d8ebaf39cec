//: expect unknown
//: options --engine=explore
// More steps than are followed: what comes of the input is not known. (It goes wrong for 987.)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int k = 0; k < 13; k++)
        n++;
    assert(n != 1000);
    return 0;
}
