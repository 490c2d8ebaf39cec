//: expect safe
//: options --data-model=ILP32
//: both
// As overflow-mixed.c with 32 bits, where the functions of lib/wide.c return their two words by a pointer.
#include <assert.h>

int main(void)
{
    static const unsigned long long many[] = {0, 1, 1ull << 63, -1ull};
    static const signed char few[] = {0, 1, -1, -128};
    unsigned fits = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            long long sum;
            unsigned char difference;
            fits = fits << 1 | !__builtin_add_overflow(few[k], many[i], &sum);
            if (i == 0)
                assert(sum == few[k]);
            if (!__builtin_sub_overflow(many[i], few[k], &difference))
                assert(difference == (unsigned char)(many[i] - (unsigned)few[k]));
        }
    assert(fits == 0xff30); /* 2^63: with -1 and -128 only; 2^64 - 1: never */
    long long product;
    volatile long long minus = -3;
    volatile unsigned long long large = 1ull << 61;
    assert(!__builtin_mul_overflow(minus, large, &product) && product == -3 * (1ll << 61));
    assert(__builtin_mul_overflow(-minus, large << 1, &product));
}
