//: options --all-errors
//: expect bug uninitialised
//: output error 12 of 12:
// What is only printed was computed from what nobody wrote: the second operand, argument or member, widths that meet, copies.
#include <heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int first, second;
};

static void second_operand(const int *fresh)
{
    int known = 1, sum = known ^ *fresh;
    printf("%d\n", sum);
}
static void first_operand(const int *fresh)
{
    int known = 1, sum = *fresh ^ known;
    printf("%d\n", sum);
}
static void print_second(int known, int number)
{
    int sum = number ^ 1;
    printf("%d %d\n", known, sum);
}
static void second_argument(const int *fresh)
{
    print_second(3, *fresh);
}
static struct pair two(const int *fresh)
{
    struct pair p = {1, 2};
    p.second = *fresh;
    return p;
}
static void second_member(const int *fresh)
{
    struct pair p = two(fresh);
    int sum = p.second ^ 1;
    printf("%d\n", sum);
}
static void narrow_store_wide_load(int *fresh)
{
    *(unsigned char *)fresh = 1;
    int sum = *fresh ^ 1;
    printf("%d\n", sum);
}
static void other_offset(const int *unused)
{
    (void)unused;
    unsigned short *fresh = malloc(2 * sizeof *fresh);
    fresh[0] = 1;
    unsigned sum = fresh[1] ^ 1u;
    printf("%u\n", sum);
}
static void upper_half(const int *unused)
{
    (void)unused;
    unsigned long *fresh = malloc(sizeof *fresh);
    ((unsigned *)fresh)[0] = 1;
    unsigned long sum = *fresh >> 32;
    printf("%lu\n", sum);
}
static void copied_after_a_store(const int *fresh)
{
    int *kept = calloc(1, sizeof *kept), *again = calloc(1, sizeof *again);
    *kept = *fresh;
    memcpy(again, kept, sizeof *again);
    int sum = *again ^ 1;
    printf("%d\n", sum);
}
static int gives(const int *fresh)
{
    return *fresh | 1;
}
static int gives_known(const int *fresh)
{
    return fresh != NULL;
}
static void through_a_pointer(const int *fresh)
{
    int (*give)(const int *) = heddle_choose(0, 1) ? gives_known : gives;
    int sum = give(fresh) ^ 6;
    printf("%d\n", sum);
}
static void filled_in_part(const int *unused)
{
    unsigned *fresh = malloc(sizeof *fresh);
    (void)unused;
    memset(fresh, 1, 3);
    unsigned sum = *fresh ^ 1;
    printf("%u\n", sum);
}
static void called(const int *fresh)
{
    int sum = gives(fresh) ^ 2;
    printf("%d\n", sum);
}
static void wide_or_narrow_store(const int *unused)
{
    (void)unused;
    int *fresh = malloc(sizeof *fresh);
    if (heddle_choose(0, 1))
        *fresh = 5;
    *(unsigned char *)fresh = 1;
    int sum = *fresh ^ 1;
    printf("%d\n", sum);
}

int main(void)
{
    int *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return 0;
    switch (heddle_choose(0, 11)) {
    case 0:
        second_operand(fresh);
        break;
    case 1:
        first_operand(fresh);
        break;
    case 2:
        second_argument(fresh);
        break;
    case 3:
        second_member(fresh);
        break;
    case 4:
        narrow_store_wide_load(fresh);
        break;
    case 5:
        other_offset(fresh);
        break;
    case 6:
        upper_half(fresh);
        break;
    case 7:
        copied_after_a_store(fresh);
        break;
    case 8:
        through_a_pointer(fresh);
        break;
    case 9:
        filled_in_part(fresh);
        break;
    case 10:
        called(fresh);
        break;
    case 11:
        wide_or_narrow_store(fresh);
        break;
    }
    return 0;
}
