//: expect bug overlap 9
// The text is read before its place is written, by what comes behind it.
#include <stdio.h>

int main(void)
{
    char text[16] = "...abc";
    int n = 5;
    snprintf(text, 6, "%s%d", text + 3, n);
    return 0;
}
//: also --engine=bound
