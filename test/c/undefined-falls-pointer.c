//: expect safe
// A function that returns a pointer to a struct, and ends without `return` where nobody uses its value.
#include <assert.h>

struct item {
    int n;
};
static struct item only = {3};

#pragma clang diagnostic ignored "-Wreturn-type"
static struct item *find(int wanted)
{
    if (wanted)
        return &only;
}

int main(void)
{
    find(0);
    assert(find(1)->n == 3);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
