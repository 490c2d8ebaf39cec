//: expect bug shift 7
//: output shift by -1, which is negative
volatile int amount = -1;

int main(void)
{
    unsigned x = 1u >> amount;
    return x == 3;
}
