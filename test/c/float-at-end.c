//: expect bug conversion 6
// 256 is one more than an unsigned char can hold.
int main(void)
{
    volatile double d = 256.0;
    unsigned char c = (unsigned char)d;
    return c == 77;
}
