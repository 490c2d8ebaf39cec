//: expect bug shift 10
//: both
int __VERIFIER_nondet_int(void);
volatile int kept;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 5) { /* nobody wants the result, and it goes wrong */
        int x = 1 << (n * 7);
        (void)x;
        return 0;
    }
    return 0;
}
//: also --engine=summarize
