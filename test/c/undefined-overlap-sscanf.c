//: expect bug overlap 8
#include <stdio.h>

int main(void)
{
    char text[16] = "abc de";
    char word[4];
    sscanf(text, "%3s %s", word, text + 3);
    return 0;
}
