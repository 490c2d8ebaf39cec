//: expect bug constant 10
#include <string.h>

static const struct {
    int a, b;
} pair = {1, 2};

int main(void)
{
    memset((void *)&pair, 0, sizeof pair);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
