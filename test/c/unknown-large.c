//: expect unknown
//: options --engine=explore
//: output unknown-large.c:9: 5000000000 bytes in one piece are more than heddle handles: allocate
//: output fewer for the check
#include <stdlib.h>

int main(void)
{
    char *p = malloc(5000000000ul);
    free(p);
    return 0;
}
