//: expect bug freed
// Its owner is the caller.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text;
    if (asprintf(&text, "%d", 3) < 0)
        return 0;
    free(text);
    return text[0] == '3';
}
