//: expect unknown
//: output unknown-long-double.c:11: a call of `half` with an argument or result that is or has type
//: output long double (or _Float128), which heddle cannot compute with: use double
static long double half(long double x)
{
    return x / 2;
}

int main(void)
{
    return (int)half(3.0L);
}
