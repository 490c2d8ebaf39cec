//: expect bug
// A variable of which a part is written does not hold the input any more.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    *(char *)&n = 7;
    if (n <= 1000)
        return 0;
    assert(n != 1031);
    return 0;
}
