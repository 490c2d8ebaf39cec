//: expect bug bounds 9
//: both
// sprintf writes behind the end.
#include <stdio.h>

int main(void)
{
    char text[4];
    sprintf(text, "%d", 12345);
    return 0;
}
//: also --engine=summarize
