//: expect bug overlap 7
#include <string.h>

int main(void)
{
    char text[] = " abc";
    strcpy(text, text + 1);
    return 0;
}
//: also --engine=bound
