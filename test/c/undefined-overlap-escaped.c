//: expect bug overlap 14
// The address of a local variable comes back from elsewhere.
#include <string.h>

static char *same(char *text)
{
    return text;
}

int main(void)
{
    char text[8] = "abcdefg";
    char *to = same(text);
    __builtin_memcpy(to, text + 2, 4);
    return text[0];
}
//: also --engine=bound
