//: expect bug overflow 9
//: options --overflow
// What stands before the test of a loop runs once more than what stands behind it.
#include <limits.h>
int main(void)
{
    int s = INT_MAX - 10;
    for (int i = 0;;) {
        s = s + 1;
        if (i >= 10)
            break;
        i++;
    }
    return 0;
}
