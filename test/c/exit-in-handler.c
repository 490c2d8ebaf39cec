//: expect bug misuse
//: both
// exit must not be called a second time.
#include <stdlib.h>

static void last(void)
{
    exit(1);
}

int main(void)
{
    atexit(last);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
