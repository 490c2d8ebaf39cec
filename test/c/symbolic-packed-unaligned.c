//: expect unknown
//: options --engine=symbolic --property=assert,memory,lock
// A number that lies across two others is no part of one of them.
#include <assert.h>

int __VERIFIER_nondet_int(void);
struct Odd {
    char first;
    int number;
} __attribute__((packed));
static union {
    struct Odd odd;
    int plain[4];
} u;

int main(void)
{
    int k = __VERIFIER_nondet_int() & 3;
    u.odd.number = -1;
    assert(u.plain[k] == 0);
    return 0;
}
