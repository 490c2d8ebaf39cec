//: expect bug assert 12
//: options --arguments=-v4
// The arguments are those given, and no others.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    assert(argc == 2 && !argv[2] && atoi(argv[1] + 2) == 4);
    assert(strcmp(argv[0], "program") == 0);
    assert(strcmp(argv[1], "-v4") != 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
