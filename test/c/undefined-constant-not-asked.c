//: expect unknown
//: options --property=assert
#include <assert.h>

static const int limit = 3;
static const int *name = &limit;

int main(void)
{
    *(int *)name = 4; /* the program ends */
    assert(limit == 4);
    return 0;
}
