//: expect unknown
//: output test/c/unknown-arguments.c:5: the program was run without arguments
#include <stdlib.h>

int main(int argc, char **argv)
{
    return argc > 1 ? atoi(argv[1]) : 0;
}
