//: expect safe
//: both
// What gets past a switch right behind the input are its cases, or all but them.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int table[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static int chosen(void)
{
    int k = __VERIFIER_nondet_int();
    switch (k) {
    case 3:
    case 5:
    case 700:
        break;
    default:
        exit(0);
    }
    return k;
}

int main(void)
{
    int k = chosen();
    assert(table[k % 8] == (k == 3 ? 3 : k == 5 ? 5 : 4));
    unsigned n = __VERIFIER_nondet_uchar() / 16;
    switch (n) {
    case 0:
    case 15:
        return 0;
    }
    assert(table[n / 2] == (int)n / 2 && n > 0 && n < 15);
}
