// The divisor is written in the program.
//: expect bug quotient 9
//: both
#include <limits.h>

int main(void)
{
    volatile int least = INT_MIN;
    return least / -1 == 0;
}
