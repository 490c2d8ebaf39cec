//: expect unknown
//: output test/c/unknown-pointer-part.c:10: a part of a pointer is read
#include <string.h>
static int g;

int main(void)
{
    int *p = &g, *q = NULL;
    memcpy(&q, &p, 4);
    return q != NULL;
}
