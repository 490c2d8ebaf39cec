//: expect bug abort 8
//: both
// abort is an error.
#include <stdlib.h>

int main(void)
{
    abort();
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
