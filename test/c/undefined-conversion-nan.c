//: expect bug conversion 7
volatile double zero;

int main(void)
{
    double nan = zero / zero;
    return (signed char)nan;
}
//: also --engine=summarize
