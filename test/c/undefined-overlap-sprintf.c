//: expect bug overlap 8
// A text is written over itself.
#include <stdio.h>

int main(void)
{
    char text[16] = "abc";
    sprintf(text, "%s!", text);
    return 0;
}
//: also --engine=summarize
