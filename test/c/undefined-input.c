//: expect bug undefined 11
//: both
#pragma clang diagnostic ignored "-Wshift-count-overflow"
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = 0;
    if (n > 9) { /* what ends here is not done: it goes wrong before */
        x = 1 << 32;
        return 0;
    }
    return x;
}
//: also --engine=bound
