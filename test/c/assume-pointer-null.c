//: expect safe
//: options --data-model=ILP32 --property=assert,memory
// Nobody gets past the condition if the address is null.
#include <assert.h>

void __VERIFIER_assume(int);

int main(void)
{
    int *none = 0;
    __VERIFIER_assume((int)none);
    assert(0);
    return *none;
}
