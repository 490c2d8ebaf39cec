//: expect safe
//: both
// Somebody looks at the third byte of a number only, and at the second one of an array's number through another pointer.
#include <assert.h>

static union {
    int number;
    char bytes[4];
} both;
static int numbers[3];

int main(void)
{
    char *end = (char *)numbers + sizeof numbers;
    both.number = 0x01020304;
    numbers[2] = 0x0a0b0c0d;
    assert(both.bytes[2] == 2);
    assert(end[-3] == 0x0c);
    return 0;
}
