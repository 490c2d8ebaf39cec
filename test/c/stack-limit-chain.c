//: expect bug stack-overflow 16
//: options --stack-limit=3
// More calls are open than --stack-limit says, and none of them is recursive.
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
