//: expect safe
//: options --data-model=ILP32
// An index of 32 bits goes backwards if its first bit is set, whatever its type says.
#include <assert.h>

static int numbers[6] = {10, 11, 12, 13, 14, 15};
static struct {
    char name;
    short pair[2];
} table[4] = {{'a', {1, 2}}, {'b', {3, 4}}, {'c', {5, 6}}, {'d', {7, 8}}};

static int at(const int *p, unsigned k)
{
    return p[k];
}

static int by_long(const int *p, unsigned long k)
{
    return *(p + k);
}

int main(void)
{
    unsigned back = 0;
    unsigned char byte = 255;
    signed char minus = -1;
    back--;
    assert(at(numbers + 3, back) == 12 && at(numbers + 3, 2) == 15);
    assert(by_long(numbers + 3, (unsigned long)-3) == 10);
    assert(numbers[3 + (int)back] == 12 && *(&numbers[3] + minus) == 12);
    assert((&table[2])[back].name == 'b' && (&table[2])[back].pair[1] == 4);
    assert(&numbers[3] - &numbers[5] == -2 && (unsigned)(byte + back) == 254);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
