//: expect safe
//: options --arguments=3
// Safe, for this argument.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    assert(n == 3);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
