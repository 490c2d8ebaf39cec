// 128 bits: each of the things that C leaves undefined, and overflow where it is asked for.
//: expect bug
//: options --all-errors --overflow
//: errors 12
#include <heddle.h>

typedef unsigned __int128 Wide;
typedef __int128 Signed;
static Signed most = (Signed)(~(Wide)0 >> 1), result;
static Wide zero, other;
static int all = 128, negative = -1;
static double big = 1e39;

int main(void)
{
    Signed least = -most - 1;
    switch (heddle_choose(0, 11)) {
    case 0:
        result = most + 1;
        break;
    case 1:
        result = least - 1;
        break;
    case 2:
        result = most * 2;
        break;
    case 3:
        result = least / -1;
        break;
    case 4:
        result = least % -1;
        break;
    case 5:
        other = (Wide)5 / zero;
        break;
    case 6:
        other = (Wide)5 % zero;
        break;
    case 7:
        other = (Wide)1 << all;
        break;
    case 8:
        result = most >> negative;
        break;
    case 9:
        other = (Wide)big;
        break;
    case 10:
        result = (Signed)big;
        break;
    case 11:
        result = -least;
        break;
    }
    return 0;
}
