//: expect bug overlap 8
// What is appended lies where it is written.
#include <string.h>

int main(void)
{
    char text[16] = "abcdef";
    strncat(text, text + 4, 3);
    return 0;
}
