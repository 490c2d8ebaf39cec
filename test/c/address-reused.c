//: expect bug freed 11
// A pointer to a local variable whose scope has ended.
#include <assert.h>

int main(void)
{
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 1)
            assert(*p == 0);
        p = &x;
    }
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
