//: expect safe
// One variable holds an address at one time and the integer part of a float at another.
#include <assert.h>
#include <stdint.h>

static uintptr_t both(int which, double number, int *place)
{
    uintptr_t held = which ? (uintptr_t)place : (uintptr_t)number;
    return held;
}

int main(void)
{
    int cell = 4;
    *(int *)both(1, 2.5, &cell) = 5;
    assert(cell == 5);
    assert(both(0, 7.5, &cell) == 7);
    return 0;
}
//: also --engine=summarize
