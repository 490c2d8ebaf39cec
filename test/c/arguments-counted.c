//: expect bug assert 9
// Nobody reads argv, and argc only decides: all its values are tried.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    assert(argc != 77);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
