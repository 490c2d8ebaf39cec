//: expect safe
// What does not fit, at the ends of each type.
#include <assert.h>
#include <limits.h>

#define ENDS(type, least, most)                                                                    \
    do {                                                                                           \
        volatile type low = (least), high = (most), one = 1, zero = 0;                             \
        type r;                                                                                    \
        assert(__builtin_add_overflow(high, one, &r) && r == low);                                 \
        assert(__builtin_sub_overflow(low, one, &r) && r == high);                                 \
        assert(!__builtin_sub_overflow(low, low, &r) && r == 0);                                   \
        assert(!__builtin_sub_overflow(high, high, &r) && r == 0);                                 \
        assert(!__builtin_add_overflow(high, zero, &r) && r == high);                              \
        assert(!__builtin_mul_overflow(low, one, &r) && r == low);                                 \
        assert(!__builtin_mul_overflow(low, zero, &r) && r == 0);                                  \
        assert(!__builtin_mul_overflow(zero, low, &r) && r == 0);                                  \
        assert(__builtin_mul_overflow(high, high, &r));                                            \
    } while (0)
#define MINUS(type, least, most)                                                                   \
    do {                                                                                           \
        volatile type low = (least), high = (most), minus = -1, zero = 0;                          \
        type r;                                                                                    \
        assert(__builtin_mul_overflow(low, minus, &r) && r == low);                                \
        assert(__builtin_mul_overflow(minus, low, &r) && r == low);                                \
        assert(!__builtin_mul_overflow(high, minus, &r) && r == -high);                            \
        assert(__builtin_sub_overflow(zero, low, &r) && r == low);                                 \
        assert(!__builtin_add_overflow(low, high, &r) && r == -1);                                 \
    } while (0)

int main(void)
{
    ENDS(int, INT_MIN, INT_MAX);
    ENDS(unsigned, 0, UINT_MAX);
    ENDS(long, LONG_MIN, LONG_MAX);
    ENDS(unsigned long, 0, ULONG_MAX);
    ENDS(short, SHRT_MIN, SHRT_MAX);
    ENDS(unsigned char, 0, UCHAR_MAX);
    MINUS(int, INT_MIN, INT_MAX);
    MINUS(long, LONG_MIN, LONG_MAX);
    MINUS(signed char, SCHAR_MIN, SCHAR_MAX);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
