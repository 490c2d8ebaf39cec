//: expect bug no-return 11
#pragma clang diagnostic ignored "-Wreturn-type"
static int sign(int x)
{
    if (x > 0)
        return 1;
}
static int (*function)(int) = sign;
int main(void)
{
    int x = function(0);
    return 0;
}
