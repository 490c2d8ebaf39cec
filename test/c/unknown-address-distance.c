//: expect unknown
//: output test/c/unknown-address-distance.c:9: pointers into two objects are subtracted (b and a)
// Their distance is nothing that C defines.
#include <stddef.h>
static int a[4], b[4];

int main(void)
{
    ptrdiff_t between = &b[1] - &a[0];
    return between == 5;
}
