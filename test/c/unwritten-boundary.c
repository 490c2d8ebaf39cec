//: expect bug uninitialised 18
// A comparison with a boundary that the bits which nobody wrote decide.
#include <assert.h>
#include <stdlib.h>
union u {
    struct {
        unsigned char lo : 4, hi : 4;
    } b;
    unsigned char all;
};
int main(void)
{
    union u *u = malloc(1);
    if (!u)
        return 0;
    u->b.lo = 0;
    unsigned char v = u->all;
    if (v < 0xf0)
        v = 1;
    else
        v = 2;
    free(u);
    return v;
}
