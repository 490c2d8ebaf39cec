//: expect bug uninitialised 11
// A variable that was not written on one way decides a branch.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x;
    if (__VERIFIER_nondet_int())
        x = 1;
    int r = 0;
    if (x)
        r = 1;
    return r;
}
//: also --engine=symbolic --property=assert,memory,lock
