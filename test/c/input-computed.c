//: expect unknown
//: options --engine=explore
// The same, where they do.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int kept, ready = 1;

int main(void)
{
    kept = __VERIFIER_nondet_int();
    if (ready)
        assert(kept * kept != 31000001);
    return 0;
}
