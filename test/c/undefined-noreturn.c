//: expect bug undefined 19
//: output a function that must not return (_Noreturn) does
//: both
// A function that is declared not to return does so where it has nothing to complain about.
#include <stdlib.h>

static int errors;

static _Noreturn void fail(void)
{
    if (errors)
        exit(1);
    errors = 0;
}

int main(void)
{
    if (errors == 0)
        fail();
    return 0;
}
