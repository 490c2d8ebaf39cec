//: expect bug wild 9
/* Objects of variable length, and what realloc is given. */
#include <stdlib.h>

int main(int argc, char **argv)
{
    int length = 3;
    char *p = argc == 1 ? __builtin_alloca(length) : __builtin_alloca(4);
    p = realloc(p, 8);
    free(p);
    exit(0);
}
