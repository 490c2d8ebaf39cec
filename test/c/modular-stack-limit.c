//: expect unknown
//: options --engine=modular --stack-limit=3
//: output not proved: stack overflow: too many calls are open
// modular counts the calls that are open, too.
int __VERIFIER_nondet_int(void);

static int last(int n)
{
    return n ^ 1;
}
static int middle(int n)
{
    return last(n) ^ 1;
}
static int first(int n)
{
    return middle(n) ^ 1;
}

int main(void)
{
    return first(__VERIFIER_nondet_int()) == 3;
}
