//: expect bug quotient 9
//: both
#include <limits.h>

volatile int least = INT_MIN, minus = -1;

int main(void)
{
    return least / minus == 1;
}
//: also --engine=bound
