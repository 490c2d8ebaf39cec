//: expect unknown
//: output test/c/unknown-pointer-tag.c:10: a pointer gets a tag in its 16 upper bits
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    uint64_t tag = 5;
    uint64_t word = tag << 48 | (uintptr_t)p;
    free((void *)(uintptr_t)(word & 0xffffffffffff));
    return 0;
}
