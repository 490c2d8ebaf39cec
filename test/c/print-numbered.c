//: expect unknown
//: output a conversion that names its argument by a number
// What POSIX allows is no misuse, though heddle does not follow it.
#include <stdio.h>
int main(void)
{
    printf("%2$s %1$d\n", 4, "x");
    return 0;
}
