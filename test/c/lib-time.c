//: expect unknown
//: both
// Not all times are tried: the verdict is not safe.
#include <time.h>

int main(void)
{
    return time(NULL) == 5;
}
