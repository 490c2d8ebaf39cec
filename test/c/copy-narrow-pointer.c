//: expect safe
//: options --data-model=ILP32
// In a program of 32 bits a pointer is half as wide as the largest number: a copy of memory whose
// type is not known moves it as a whole, wherever it lies.
#include <assert.h>
#include <string.h>

struct record {
    short kind;
    unsigned long long wide;
    long long number;
    int *place;
    int last;
};

static int cells[2] = {10, 20};

static struct record given(double a, _Bool b, struct record r)
{
    return r;
}

int main(void)
{
    static const struct record initial = {1, 2, 3, &cells[1], 4};
    struct record r;
    memcpy(&r, &initial, sizeof r);
    r = given(1.5, 1, r);
    assert(*r.place == 20 && r.number == 3 && r.last == 4);
    return 0;
}
