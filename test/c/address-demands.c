//: options --all-errors
//: expect bug assert
//: output error 20 of 20:
// Each remainder of an address occurs in some run: after shifts, divisions, masks, sums, calls by name and through pointers, and
// where two remainders are asked for together.
#include <assert.h>
#include <heddle.h>
#include <stdint.h>
#include <stdlib.h>

typedef uintptr_t number;
static number value_by_pointer(const void *p)
{
    return (number)p;
}
static number (*const get)(const void *) = value_by_pointer;
static unsigned low_by_pointer(const void *p)
{
    return (unsigned)(number)p;
}
static unsigned (*const get_low)(const void *) = low_by_pointer;
static unsigned kept;

static void shifted(const void *p)
{
    number n = (number)p;
    assert((n >> 4) % 8 != 7);
}
static void shifted_to_no_power(const void *p)
{
    number n = (number)p;
    assert((n >> 4) % 7 != 5);
}
static void divided(const void *p)
{
    number n = (number)p;
    assert(n / 16 % 3 != 2);
}
static void divided_by_no_power(const void *p)
{
    number n = (number)p;
    assert(n / 48 % 2 != 1);
}
static void two_at_once(const void *p)
{
    number n = (number)p;
    assert(n / 16 % 6 != 4 || n / 16 % 9 != 1);
}
static void masked(const void *p)
{
    number n = (number)p;
    assert((n & 0xff) % 64 != 48);
}
static void masked_constant_first(const void *p)
{
    number n = (number)p;
    assert((0xf0 & n) != 0x70);
}
static void masked_then_shifted(const void *p)
{
    number n = (number)p;
    assert((n & 0x1f0) >> 4 != 17);
}
static void moved(const void *p)
{
    number n = (number)p;
    assert((n + 48) % 80 != 16);
}
static void multiplied(const void *p)
{
    number n = (number)p;
    assert(n * 3 % 256 != 144);
}
static void shifted_left(const void *p)
{
    number n = (number)p;
    assert((n << 3) % 1024 != 640);
}
static void cut(const void *p)
{
    number n = (number)p;
    assert((unsigned char)n != 208);
}
static void through_a_pointer(const void *p)
{
    assert(get(p) % 64 != 32);
}
static void stored(const void *p)
{
    number n = (number)p;
    kept = (unsigned)(n >> 4) & 15;
    assert(kept != 9);
}

static void cut_and_masked(const void *p)
{
    unsigned n = (unsigned)(number)p;
    assert((0x70 & n) != 0x30);
}
static void cut_and_masked_behind(const void *p)
{
    unsigned n = (unsigned)(number)p;
    assert((n & 0x70) != 0x40);
}
static void cut_and_moved(const void *p)
{
    unsigned n = (unsigned)(number)p;
    assert((n - 16) % 64 != 32);
}
static void cut_and_inverted(const void *p)
{
    unsigned n = (unsigned)(number)p;
    assert((~n & 0x70) != 0x50);
}
static void cut_and_shifted(const void *p)
{
    int n = (int)(unsigned char)(number)p;
    assert(n >> 4 != 13);
}
static void low_through_a_pointer(const void *p)
{
    assert(get_low(p) % 64 != 48);
}
static void first_kinds(int kind, const void *p)
{
    switch (kind) {
    case 0:
        shifted(p);
        break;
    case 1:
        shifted_to_no_power(p);
        break;
    case 2:
        divided(p);
        break;
    case 3:
        divided_by_no_power(p);
        break;
    case 4:
        two_at_once(p);
        break;
    case 5:
        masked(p);
        break;
    case 6:
        masked_constant_first(p);
        break;
    case 7:
        masked_then_shifted(p);
        break;
    case 8:
        moved(p);
        break;
    case 9:
        multiplied(p);
        break;
    case 10:
        shifted_left(p);
        break;
    case 11:
        cut(p);
        break;
    case 12:
        through_a_pointer(p);
        break;
    case 13:
        stored(p);
        break;
    case 14:
        cut_and_masked(p);
        break;
    }
}
static void second_kinds(int kind, const void *p)
{
    switch (kind) {
    case 15:
        cut_and_masked_behind(p);
        break;
    case 16:
        cut_and_moved(p);
        break;
    case 17:
        cut_and_inverted(p);
        break;
    case 18:
        cut_and_shifted(p);
        break;
    case 19:
        low_through_a_pointer(p);
        break;
    }
}

int main(void)
{
    void *p = malloc(1);
    if (!p)
        return 0;
    int kind = heddle_choose(0, 19);
    first_kinds(kind, p);
    second_kinds(kind, p);
    free(p);
    return 0;
}
