//: expect bug assert 15
// What heddle cannot allocate ends that run, not the search.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned long n = __VERIFIER_nondet_uint();
    char *p = malloc(n);
    if (!p)
        return 0;
    free(p);
    assert(n != 1);
    return 0;
}
//: also --engine=summarize
