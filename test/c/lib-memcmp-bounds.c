//: expect bug bounds 12
// memcmp reads all bytes that it is told to compare, though the first one already differs.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *a = malloc(4), b[8] = {1};
    if (!a)
        return 0;
    memset(a, 0, 4);
    return memcmp(a, b, 8) == 0;
}
