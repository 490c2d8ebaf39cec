//: expect safe
// Numbers of 128 bits, and structs that begin at a multiple of 16, among variable arguments: what does not go in two
// registers lies at a multiple of 16 on the stack.  (The numbers are those of gcc: clang 19 cuts such a number in two.)
#include <assert.h>
#include <stdarg.h>

typedef __int128 Wide;
typedef struct {
    long a, b, c, d;
} __attribute__((aligned(16))) Large;
typedef struct {
    Wide w;
    char c;
} Mixed;

static long get(int n, ...)
{
    long t = 0;
    va_list list;
    va_start(list, n);
    for (int k = 0; k < n; k++)
        t = 10 * t + va_arg(list, int);
    Wide w = va_arg(list, Wide);
    t = 100 * t + 10 * (long)(w >> 64) + (long)w;
    t = 10 * t + va_arg(list, int);
    va_end(list);
    return t;
}
static long sum(int n, ...)
{
    long t = 0;
    va_list list;
    va_start(list, n);
    for (int k = 0; k < n; k++)
        t = 10 * t + va_arg(list, int);
    Large large = va_arg(list, Large);
    t = 10 * t + va_arg(list, int);
    Mixed mixed = va_arg(list, Mixed);
    va_end(list);
    return t + large.a + large.d + (long)mixed.w + mixed.c;
}
int main(void)
{
    Wide w = (Wide)1 << 64 | 2;
    Large large = {100, 200, 300, 400};
    Mixed mixed = {1000, 2};
    assert(get(1, 3, w, 1) == 3121 && get(3, 3, 4, 5, w, 1) == 345121);
    assert(get(4, 3, 4, 5, 6, w, 1) == 3456121 && get(5, 3, 4, 5, 6, 7, w, 1) == 34567121);
    assert(get(6, 3, 4, 5, 6, 7, 8, w, 1) == 345678121);
    assert(get(7, 3, 4, 5, 6, 7, 8, 9, w, 1) == 3456789121);
    assert(sum(6, 3, 4, 5, 6, 7, 8, large, 9, mixed) == 3456789 + 1502);
    assert(sum(5, 4, 5, 6, 7, 8, large, 9, mixed) == 456789 + 1502);
    return 0;
}
