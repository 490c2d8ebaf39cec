//: expect bug no-return 13
//: both
#pragma clang diagnostic ignored "-Wreturn-type"
int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
int main(void)
{
    return sign(0) == 5;
}
