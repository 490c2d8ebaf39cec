//: expect unknown
//: options --engine=explore
//: output unknown-input.c:11: this may depend on the result of __VERIFIER_nondet_int
//: output (test/c/unknown-input.c:10) that was tried with a few values only
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    long long n = __VERIFIER_nondet_int();
    assert(n * n != 1522757);
    return 0;
}
