//: expect bug quotient 9
//: both
#include <limits.h>

volatile long least = LONG_MIN, minus = -1;

int main(void)
{
    return least % minus == 1;
}
