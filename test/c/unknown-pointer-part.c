//: expect unknown
//: output test/c/unknown-pointer-part.c:9: a part of a pointer is copied
#include <string.h>
static int g;

int main(void)
{
    int *p = &g, *q = NULL;
    memcpy(&q, &p, 4);
    return q != NULL;
}
