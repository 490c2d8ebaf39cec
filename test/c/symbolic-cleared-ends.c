//: expect safe
//: options --engine=symbolic --property=assert,memory
// Every element of memory that was cleared at once is zero, the first and the last one, too.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    if (!a)
        return 0;
    unsigned i = __VERIFIER_nondet_uint();
    memset(a, 0, 4 * sizeof *a);
    if (i < 4)
        assert(a[i] == 0);
    free(a);
    return 0;
}
