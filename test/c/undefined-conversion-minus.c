//: expect bug conversion 7
//: both
volatile float minus = -1;

int main(void)
{
    unsigned long x = (unsigned long)minus;
    return x == 1;
}
