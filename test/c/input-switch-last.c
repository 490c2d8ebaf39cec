//: expect bug assert 19
// The last case of a switch over an input that came through memory and a call.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int box;
static int kind(int n)
{
    switch (n) {
    case 100000:
        return 1;
    case 200000:
        return 2;
    }
    return 0;
}
int main(void)
{
    box = __VERIFIER_nondet_int();
    assert(kind(box) != 2);
    return 0;
}
