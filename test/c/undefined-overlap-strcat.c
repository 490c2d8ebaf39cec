//: expect bug overlap 8
// It would never come to its end.
#include <string.h>

int main(void)
{
    char text[16] = "abc";
    strcat(text, text + 1);
    return 0;
}
