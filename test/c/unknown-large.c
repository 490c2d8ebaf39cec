//: expect unknown
//: output test/c/unknown-large.c:7: 5000000000 bytes in one piece are more than heddle handles:
//: allocate fewer for the check
#include <stdlib.h>

int main(void)
{
    char *p = malloc(5000000000ul);
    free(p);
    return 0;
}
