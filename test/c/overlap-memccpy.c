//: expect bug overlap 9
//: both
#define _GNU_SOURCE
#include <string.h>

int main(void)
{
    char text[8] = "abcdefg";
    memccpy(text + 1, text, 'd', 7);
    return 0;
}
