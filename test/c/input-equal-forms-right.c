//: expect safe
// Two inputs are compared, and the program ends at once where they differ: few values are enough.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static void ends_if(int c)
{
    int kept = c;
    if (kept)
        exit(0);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    int equal = n == m;
    if (!equal)
        exit(0);
    ends_if(!(a == b));
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
//: also --engine=cegar --property=assert
