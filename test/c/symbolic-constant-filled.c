//: expect bug constant 11
//: options --engine=symbolic --property=assert,memory,undefined
#include <string.h>

static const struct {
    int a, b;
} pair = {1, 2};

int main(void)
{
    memset((void *)&pair, 0, sizeof pair);
    return 0;
}
