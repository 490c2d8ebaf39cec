//: expect unknown
//: output test/c/unknown-pointer-tag-out.c:9: a tag is taken out of the 16 upper bits of a pointer
#include <stdint.h>

int main(void)
{
    static int x;
    uintptr_t word = (uintptr_t)&x;
    return *(int *)(word & 0xffffffffffff);
}
