//: expect bug overflow 8
//: options --overflow
#include <limits.h>

int main(void)
{
    int n = INT_MAX;
    n++;
    return n == 0;
}
