//: expect safe
// The same, and no value is wrong.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 9)
        return 1;
    assert(argc >= 3 && argc != 10);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
