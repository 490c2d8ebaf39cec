//: expect bug division
// What is divided by depends on the input, before it is known that most values end the program.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned k = 100 % (n - 70000);
    if (n >= 10)
        exit((int)k);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
