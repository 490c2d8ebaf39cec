//: expect bug assert 17
//: options --data-model=ILP32
// A condition that is an address asks whether it is null: no number is needed for that.
#include <assert.h>
#include <stdlib.h>

void __VERIFIER_assume(int);

int main(void)
{
    int *p = malloc(sizeof *p), *none = 0, round = 0;
    if (!p)
        return 0;
    __VERIFIER_assume((int)p);
    *p = 1;
    round++;
    assert(*p != round);
    __VERIFIER_assume((int)none);
    return *p;
}
