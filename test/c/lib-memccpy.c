//: expect safe
//: both
// memccpy copies up to the byte that it looks for, that included, and says where it ends.
#include <assert.h>
#include <string.h>

int main(void)
{
    char to[8] = "-------";
    assert(memccpy(to, "a:b", ':', 4) == to + 2);
    assert(strcmp(to, "a:-----") == 0);
    assert(memccpy(to, "xyz", ':', 2) == 0);
    assert(strcmp(to, "xy-----") == 0);
    assert(memccpy(to, to + 1, 'y', 0) == 0);
    return 0;
}
//: also --engine=summarize
