//: expect bug null 9
// A copy onto itself reads and writes memory all the same.
#include <string.h>

static char *volatile nothing;

int main(void)
{
    memmove(nothing, nothing, 4);
    return 0;
}
//: also --engine=summarize
