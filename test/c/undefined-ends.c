//: expect bug
//: options --all-errors
//: errors 22
// Each of these is wrong by one: `undefined-ends-right.c` has what is just right.
#include <heddle.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#pragma clang diagnostic ignored "-Warray-bounds"

static int sink, matrix[2][3], width = 32, wide = 64, minus = -1, three = 3;
static int least = INT_MIN;
static long long_least = LONG_MIN;
static unsigned one = 1;
static double ends[] = {2147483648.0, -2147483649.0,         4294967296.0,
                        -1.0,         9223372036854775808.0, 128.0};
static const char text[4] = "abc";

static void arithmetic(int which)
{
    switch (which) {
    case 0:
        sink = 1 << width;
        break;
    case 1:
        sink = (int)(one << width);
        break;
    case 2:
        sink = (int)(1L << wide);
        break;
    case 3:
        sink = 5 >> width;
        break;
    case 4:
        sink = (int)(one >> minus);
        break;
    case 5:
        sink = least / minus;
        break;
    case 6:
        sink = least % minus;
        break;
    case 7:
        sink = (int)(long_least / minus);
        break;
    case 8:
        sink = (int)(long_least % minus);
        break;
    case 9:
        sink = (int)ends[0];
        break;
    case 10:
        sink = (int)ends[1];
        break;
    case 11:
        sink = (int)(unsigned)ends[2];
        break;
    case 12:
        sink = (int)(unsigned)ends[3];
        break;
    case 13:
        sink = (int)(long)ends[4];
        break;
    case 14:
        sink = (signed char)ends[5];
        break;
    }
}
static void memory(int which)
{
    char *bytes = calloc(1, 7), *copy = calloc(1, 8);
    switch (which) {
    case 15:
        sink = matrix[0][three];
        break;
    case 16:
        sink = matrix[0][3];
        break;
    case 17:
        sink = bytes[7];
        break;
    case 18:
        sink = *(int *)(bytes + 4);
        break;
    case 19:
        memcpy(copy, bytes, 8);
        break;
    case 20:
        memset(bytes, 1, 8);
        break;
    case 21:
        sink = text[three + 1];
        break;
    }
}
int main(void)
{
    int which = heddle_choose(0, 21);
    arithmetic(which);
    memory(which);
    return 0;
}
