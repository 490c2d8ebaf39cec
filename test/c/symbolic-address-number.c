//: expect unknown
//: options --engine=symbolic --property=assert
//: output symbolic-address-number.c:14: an address is read as a number
// A number that is read where a pointer lies is an address: nobody knows which number that is.
#include <assert.h>

static int x, y, which;
static struct {
    int *to;
} pointer;

static long number_at(void *place)
{
    return ((struct { long n; } *)place)->n;
}

int main(void)
{
    pointer.to = which ? &x : &y;
    assert(number_at(&pointer) % 4096 != 16);
    return 0;
}
