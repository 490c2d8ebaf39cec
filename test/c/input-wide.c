//: expect unknown
//: options --engine=explore
//: output was tried with
// A wide input that nothing constrains is tried with some values: never safe.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned u = (unsigned)n * 2654435761u;
    assert(u != 123456789u);
    return 0;
}
