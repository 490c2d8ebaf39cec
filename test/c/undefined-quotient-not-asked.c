//: expect unknown
//: options --property=assert
#include <assert.h>
#include <limits.h>

volatile int least = INT_MIN, minus = -1;

int main(void)
{
    int quotient = least / minus; /* the processor stops the program */
    assert(quotient != 7);
    return 0;
}
