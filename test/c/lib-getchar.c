//: expect bug assert 11
//: both
// getchar gives any byte, or the end.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    assert(c >= -1 && c <= 255);
    assert(c != 'q');
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
