//: expect bug constant 8
//: both
#include <string.h>

int main(void)
{
    const char text[] = "abc;", *p = text + 1;
    memset((char *)p, 0, 2);
    return text[0];
}
