//: expect bug claim 4
// What a function requires of a parameter is a use of an input, though the body does not make it.
extern int __VERIFIER_nondet_int(void);
/*@ requires n < 10 */
int f(int n)
{
    return n;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    return f(n) == 2;
}
