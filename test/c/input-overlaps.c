//: expect unknown
// Accesses of one width at addresses that are not apart by it: what is read is not what was stored.
// (It goes wrong for 1280, and many others.)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
typedef int __attribute__((aligned(1))) loose;
static int cells[4];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    cells[0] = n;
    int shifted = *(loose *)((char *)cells + 1);
    assert(shifted != 5);
    return 0;
}
