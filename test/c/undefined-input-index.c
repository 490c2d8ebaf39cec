//: expect bug bounds 14
//: both
int __VERIFIER_nondet_int(void);
struct {
    int a[4], b;
} s;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    int *p;
    p = &s.a[n + 1];
    (void)p;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
