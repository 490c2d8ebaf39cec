//: expect bug conversion 8
//: both
//: output 3e+09 does not fit the signed type of 32 bits
volatile double large = 3e9;

int main(void)
{
    int x = large;
    return x == 1;
}
