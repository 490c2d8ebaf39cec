//: expect bug uninitialised 11
//: both
// For one number a local variable of a function that is called has no value: that number is tried, though nothing else comes of it.
int __VERIFIER_nondet_int(void);

static int is_set(int number)
{
    int set;
    if (number != 12345)
        set = 1;
    if (set == 1)
        return 1;
    return 0;
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (is_set(number) == 1)
        return 1;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
