//: expect unknown
//: output printing wide characters by %C or %S
#include <stdio.h>
int main(void)
{
    printf("%S\n", L"wide");
    return 0;
}
