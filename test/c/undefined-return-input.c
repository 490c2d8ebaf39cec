//: expect bug no-return 16
//: both
// For one number the function ends without `return`: that number is tried, though nothing else comes of it.
#pragma clang diagnostic ignored "-Wreturn-type"
int __VERIFIER_nondet_int(void);

static int is_set(int number)
{
    if (number != 12345)
        return 1;
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (is_set(number) == 1)
        return 1;
    return 0;
}
