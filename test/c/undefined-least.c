//: expect bug quotient
//: options --all-errors
//: errors 6
// The least number and -1: no quotient, and no remainder either, in each width that C computes with, alone and in an assignment.
#include <heddle.h>
#include <limits.h>

static volatile int sink;
static volatile long wide;

int main(void)
{
    int a = INT_MIN, minus = -1;
    long b = LONG_MIN, less = -1;
    switch (heddle_choose(0, 7)) {
    case 0:
        sink = a / minus;
        break;
    case 1:
        sink = a % minus;
        break;
    case 2:
        wide = b / less;
        break;
    case 3:
        wide = b % less;
        break;
    case 4:
        a %= minus;
        sink = a;
        break;
    case 5:
        b %= less;
        wide = b;
        break;
    case 6:
        sink = (a + 1) % minus + (a + 1) / minus;
        break;
    default:
        wide = (b + 1) % less + a % less;
    }
    return 0;
}
