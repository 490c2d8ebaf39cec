//: expect bug overlap 8
// The zeros that fill it up lie over what was read.
#include <string.h>

int main(void)
{
    char text[16] = "....ab";
    strncpy(text, text + 4, 8);
    return 0;
}
//: also --engine=summarize
