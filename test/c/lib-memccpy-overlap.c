//: expect bug overlap
//: both
// ... The two places must not overlap in what is copied.
#include <string.h>

int main(void)
{
    char text[8] = "abc:def";
    memccpy(text + 1, text, ':', sizeof text - 1);
    return 0;
}
