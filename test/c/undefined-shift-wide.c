//: expect bug shift 7
//: both
volatile long long amount = 0x100000001; /* cut off to 32 bits it would be 1 */

int main(void)
{
    int x = 1 << amount;
    return x == 3;
}
