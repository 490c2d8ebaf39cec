//: expect unknown
// A power that is no whole number is not supported.
#include <math.h>

int main(void)
{
    return pow(1.5, 2.5) > 2;
}
