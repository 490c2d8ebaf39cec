//: expect unknown
// Without the option a program that reads its arguments is not called safe.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    assert(n == 1);
    return 0;
}
