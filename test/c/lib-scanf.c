//: expect bug assert 13
//: both
// scanf may read any number, or fail.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 5;
    if (scanf("%d", &n) != 1)
        assert(n == 5);
    else
        assert(n != 17);
    return 0;
}
