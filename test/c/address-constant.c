//: expect safe
//: both
// The address of a variable becomes a number, is computed with, and becomes an address again, wherever the number has been.
#include <assert.h>
#include <stdint.h>

static int a[4];
static uintptr_t kept = (uintptr_t)&a[1];

static uintptr_t first(void)
{
    return (uintptr_t)a;
}

static int *behind(uintptr_t number)
{
    return (int *)(number + sizeof(int));
}

int main(void)
{
    uintptr_t number = (uintptr_t)&a[1];
    number += sizeof(int);
    *(int *)number = 5;
    assert(a[2] == 5);
    *behind((uintptr_t)&a[2]) = 6;
    assert(a[3] == 6);
    *(int *)(first() + sizeof(int)) = 7;
    assert(a[1] == 7);
    kept -= sizeof(int);
    *(int *)kept = 8;
    assert(a[0] == 8);
    return 0;
}
