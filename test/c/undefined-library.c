//: expect bug
//: options --all-errors
//: errors 10
// Functions of the library are called with what they must not be: `undefined-library-right.c` has what is just right.
#include <ctype.h>
#include <heddle.h>
#include <limits.h>
#include <stdlib.h>

static volatile int least = INT_MIN, minus = -1;
static volatile long long_least = LONG_MIN;
static volatile signed char umlaut = (signed char)0xe4;

int main(void)
{
    switch ((int)heddle_choose(0, 9)) {
    case 0:
        return abs(least) == 3;
    case 1:
        return labs(long_least) == 3;
    case 2:
        return llabs(long_least) == 3;
    case 3:
        return __builtin_abs(least) == 3;
    case 4:
        return div(least, minus).quot == 3;
    case 5:
        return ldiv(long_least, minus).rem == 3;
    case 6:
        return isalpha(umlaut) == 3;
    case 7:
        return isdigit(256) == 3;
    case 8:
        return toupper(umlaut) == 3;
    default:
        return tolower(300) == 3;
    }
}
