//: expect bug bounds 9
//: both
// strcpy writes behind the end.
#include <string.h>

int main(void)
{
    char a[4];
    strcpy(a, "four");
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
