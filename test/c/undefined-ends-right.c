//: expect safe
// Each of these is just right: one more, or less, would be wrong.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef int __attribute__((aligned(1))) loose;
static int matrix[2][3], width = 31, wide = 63, minus = -1, two = 2, none;
static int least = INT_MIN, most = INT_MAX;
static long long_least = LONG_MIN;
static unsigned one = 1;
static double ends[] = {2147483647.0,           -2147483648.0, 4294967295.0,  0.0,
                        -9223372036854775808.0, -128.0,        -2147483648.9, -0.9};
static const char text[4] = "abc";

int main(void)
{
    char *bytes = calloc(1, 7), *copy = calloc(1, 8);
    assert(1 << none == 1 && one << width == 0x80000000u && 1 >> width == 0);
    assert(1L << wide == LONG_MIN || 1UL << wide == 1UL << 63);
    assert((least + 1) / minus == most && (least + 1) % minus == 0 && most / minus == least + 1);
    assert((long_least + 1) / minus == LONG_MAX && least % two == 0 && least / two == -(1 << 30));
    assert((int)ends[0] == INT_MAX && (int)ends[1] == INT_MIN && (unsigned)ends[2] == UINT_MAX);
    assert((unsigned)ends[3] == 0 && (long)ends[4] == LONG_MIN && (signed char)ends[5] == -128);
    assert((int)ends[6] == INT_MIN && (unsigned)ends[7] == 0);
    assert(matrix[0][two] == 0 && matrix[1][2] == 0 && &matrix[0][3] == matrix[1]);
    assert(bytes[6] == 0 && *(loose *)(bytes + 3) == 0 && text[two + 1] == 0);
    memcpy(copy, bytes, 7);
    memset(bytes, 1, 7);
    assert(copy[7] == 0 && bytes[6] == 1);
    free(bytes), free(copy);
    return 0;
}
