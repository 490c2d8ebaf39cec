//: expect unknown
//: options --engine=modular --property=assert,memory,lock
// No place holds both a pointer and numbers: here nothing is known of either.
#include <assert.h>

static union Both {
    int *pointer;
    int numbers[2];
} both;
static int one;

int main(void)
{
    both.pointer = &one;
    both.numbers[0] = 3;
    both.pointer = &one;
    assert(both.numbers[0] == 3);
    return 0;
}
