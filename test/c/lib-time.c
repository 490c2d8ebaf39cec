//: expect unknown
//: both
// Not all times are tried: the verdict is not safe.
#include <assert.h>
#include <time.h>

int main(void)
{
    assert(time(NULL) != 5);
    return 0;
}
