//: expect bug call-type 11
// A function of another type is called: its result has as many letters, and no more in common.
static void *none(int n)
{
    (void)n;
    return 0;
}
int main(void)
{
    double (*f)(int) = (double (*)(int))none;
    double d = f(1);
    return d != d;
}
