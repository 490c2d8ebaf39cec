//: expect bug uninitialised
//: options --all-errors
//: errors 20
// What was never written decides, in whichever operand it stands.
#include <heddle.h>
#include <stdio.h>

static int seven = 7, none;

static int decide(int which, unsigned u)
{
    switch (which) {
    case 0:
        return u & 7 ? 1 : 2;
    case 1:
        return seven & u ? 1 : 2;
    case 2:
        return (u | none) ? 1 : 2;
    case 3:
        return (none | u) ? 1 : 2;
    case 4:
        return (u ^ seven) ? 1 : 2;
    case 5:
        return (seven ^ u) ? 1 : 2;
    case 6:
        return u + 1 ? 1 : 2;
    case 7:
        return seven + u ? 1 : 2;
    case 8:
        return u - 1 ? 1 : 2;
    case 9:
        return seven - u ? 1 : 2;
    case 10:
        return u == 7 ? 1 : 2;
    case 11:
        return 7 == u ? 1 : 2;
    case 12:
        return u < 7 ? 1 : 2;
    case 13:
        return 7 < u ? 1 : 2;
    case 14:
        return (int)u <= seven ? 1 : 2;
    case 15:
        return seven >= (int)u ? 1 : 2;
    case 16:
        return u * 8 ? 1 : 2;
    case 17:
        return ~u & 8 ? 1 : 2;
    case 18:
        return -u ? 1 : 2;
    default:
        return u >> 3 ? 1 : 2;
    }
}
int main(void)
{
    union {
        unsigned char bytes[4];
        unsigned word;
    } part;
    part.bytes[3] = 0; /* so it may be moved */
    if (decide(heddle_choose(0, 19), part.word) == 1)
        puts("one");
    return 0;
}
