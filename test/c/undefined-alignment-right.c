//: expect safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) header {
    char kind;
    int length;
    struct {
        short a;
        double d;
    } __attribute__((packed)) inner;
};
struct bits {
    unsigned a : 7, b : 30;
    unsigned long long c : 40;
} __attribute__((packed));
typedef uint32_t __attribute__((aligned(1))) loose;
static unsigned char bytes[16];
static volatile int one = 1;

int main(void)
{
    struct header h = {'a', 1, {2, 3.0}}, copy = h;
    struct bits b = {3, 5, 7};
    uint32_t x = 0x01020304, y;
    h.length += one;
    h.inner.d += h.inner.a;
    b.c += b.b;
    memcpy(bytes + 1, &x, sizeof x);
    memcpy(&y, bytes + one, sizeof y);
    *(loose *)(bytes + 5) = y;
    *(uint32_t *)(bytes + 4 * one + 4) = 1;
    assert(h.length == 2 && h.inner.d == 5 && b.c == 12 && copy.length == 1 && bytes[5] == 4);
    return 0;
}
