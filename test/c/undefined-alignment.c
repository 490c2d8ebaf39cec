//: expect bug alignment
//: options --all-errors
//: errors 4
// Numbers are accessed through pointers that are not aligned for them: `undefined-alignment-right.c` has what may be.
#include <heddle.h>
#include <stdint.h>
#include <stdlib.h>
#pragma clang diagnostic ignored "-Waddress-of-packed-member"

struct __attribute__((packed)) header {
    char kind;
    int length;
};
static unsigned char bytes[16];
static volatile int one = 1;

int main(void)
{
    struct header h = {'a', 1};
    int *length = &h.length;
    char *heap = calloc(1, 16);
    switch ((int)heddle_choose(0, 3)) {
    case 0:
        *(uint32_t *)(bytes + one) = 3;
        break;
    case 1:
        return *length;
    case 2:
        return (int)*(double *)(heap + 4 * one);
    default:
        return *(short *)(bytes + 2 + one);
    }
    return 0;
}
