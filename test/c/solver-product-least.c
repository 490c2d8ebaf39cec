//: expect bug overflow 9
//: options --overflow --engine=symbolic
// -1 times the least number overflows, for the solver, too.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a == -1 && b < -2147483647)
        a = a * b;
    return a == 0;
}
