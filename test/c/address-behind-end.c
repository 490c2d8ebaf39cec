//: expect unknown
//: both
// Where one array ends the other one may begin.
#include <assert.h>

static int a[1], b[1];

int main(void)
{
    assert(a + 1 != b);
    return 0;
}
