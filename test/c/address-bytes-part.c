//: expect unknown
//: output address-bytes-part.c:12: a part of a pointer is read
// The last byte is missing: it may be that of the other address, or not.
#include <assert.h>
static int x = 7, y = 8;

int main(void)
{
    int *from = &x, *to = &y;
    for (int i = 0; i < 7; i++)
        ((char *)&to)[i] = ((char *)&from)[i];
    assert(*to == 7);
    return 0;
}
