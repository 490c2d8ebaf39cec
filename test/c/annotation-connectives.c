//: options --all-errors
//: expect bug claim
//: errors 41
// ==>, <==>, ?: and quantifiers in what a function requires: each is false for one call, and true for the calls around it.
#include <heddle.h>

static long wide[3] = {1, 2, 3};
static int numbers[3] = {4, 5, 6};

/*@ requires a ==> b */
static void implied(int a, int b)
{
    (void)a, (void)b;
}
/*@ requires a ==> b ==> c */
static void implied_twice(int a, int b, int c)
{
    (void)a, (void)b, (void)c;
}
/*@ requires a <==> b */
static void same(int a, int b)
{
    (void)a, (void)b;
}
/*@ requires a ==> b <==> c ==> a */
static void both(int a, int b, int c)
{
    (void)a, (void)b, (void)c;
}
/*@ requires a <==> b <==> c */
static void three(int a, int b, int c)
{
    (void)a, (void)b, (void)c;
}
/*@ requires a ? b ==> c : c ==> b */
static void chosen(int a, int b, int c)
{
    (void)a, (void)b, (void)c;
}
/*@ requires (a ==> b) && (b ==> a) */
static void in_brackets(int a, int b)
{
    (void)a, (void)b;
}
/*@ requires (\forall int i; 0 <= i && i < 3; numbers[i] != n) */
static void all(int n)
{
    (void)n;
}
/*@ requires (\exists int i; 0 <= i && i < n; numbers[i] == 6) */
static void some(int n)
{
    (void)n;
}
/*@ requires (\forall long i; from <= i && i < to; i != 0x100000002) */
static void all_wide(long from, long to)
{
    (void)from, (void)to;
}
/*@ requires (\exists unsigned i; from <= i && i < to; i > 0x80000001) */
static void some_unsigned(unsigned from, unsigned to)
{
    (void)from, (void)to;
}
/*@ requires (\forall int i; 0 <= i && i < 3; (\exists int j; 0 <= j && j < 3; numbers[j] == wide[i] + n)) */
static void nested(int n)
{
    (void)n;
}
/*@ requires (\forall int i; 0 < i && i <= 2; numbers[i] > n) */
static void other_ends(int n)
{
    (void)n;
}
/*@ requires (\forall int i; 0 <= i && i < 3; i == n ==> numbers[i] == 5) */
static void inside(int n)
{
    (void)n;
}
/*@ requires a || b && c */
static void parts(int a, int b, int c)
{
    (void)a, (void)b, (void)c;
}
/*@ requires a && b */
static void second_part(int a, int b)
{
    (void)a, (void)b;
}
/*@ requires a ? b && c : !b */
static void chosen_parts(int a, int b, int c)
{
    (void)a, (void)b, (void)c;
}
/*@ requires a ==> b && c */
static void implied_parts(int a, int b, int c)
{
    (void)a, (void)b, (void)c;
}
static void first_kinds(int kind)
{
    switch (kind) {
    case 0:
        implied(1, 0);
        break;
    case 1:
        implied(2, 0);
        break;
    case 2:
        implied_twice(1, 1, 0);
        break;
    case 3:
        same(0, 1);
        break;
    case 4:
        same(4, 0);
        break;
    case 5:
        three(0, 0, 0);
        break;
    case 6:
        parts(0, 0, 0);
        break;
    case 7:
        both(0, 0, 1);
        break;
    case 8:
        chosen(0, 0, 1);
        break;
    case 9:
        parts(0, 0, 1);
        break;
    case 10:
        chosen_parts(0, 1, 0);
        break;
    case 11:
        parts(0, 1, 0);
        break;
    case 12:
        both(0, 1, 1);
        break;
    case 13:
        three(0, 1, 1);
        break;
    case 14:
        chosen_parts(0, 1, 1);
        break;
    }
}
static void second_kinds(int kind)
{
    switch (kind) {
    case 15:
        both(1, 0, 0);
        break;
    case 16:
        chosen_parts(1, 0, 0);
        break;
    case 17:
        implied_parts(1, 0, 0);
        break;
    case 18:
        both(1, 0, 1);
        break;
    case 19:
        three(1, 0, 1);
        break;
    case 20:
        chosen_parts(1, 0, 1);
        break;
    case 21:
        implied_parts(1, 0, 1);
        break;
    case 22:
        three(1, 1, 0);
        break;
    case 23:
        chosen(1, 1, 0);
        break;
    case 24:
        chosen_parts(1, 1, 0);
        break;
    case 25:
        implied_parts(1, 1, 0);
        break;
    case 26:
        in_brackets(1, 0);
        break;
    case 27:
        in_brackets(0, 1);
        break;
    case 28:
        all(4);
        break;
    case 29:
        all(6);
        break;
    }
}
static void third_kinds(int kind)
{
    switch (kind) {
    case 30:
        some(2);
        break;
    case 31:
        some(0);
        break;
    case 32:
        all_wide(0x100000000, 0x100000003);
        break;
    case 33:
        some_unsigned(0x7fffffff, 0x80000002);
        break;
    case 34:
        some_unsigned(0x80000000, 0x80000002);
        break;
    case 35:
        nested(2);
        break;
    case 36:
        nested(4);
        break;
    case 37:
        other_ends(5);
        break;
    case 38:
        inside(0);
        break;
    case 39:
        second_part(1, 0);
        break;
    case 40:
        second_part(0, 1);
        break;
    }
}
static void right_ones(void)
{
    implied(0, 0);
    implied(0, 1);
    implied(1, 1);
    implied(2, 4);
    implied_twice(1, 0, 0);
    implied_twice(0, 1, 0);
    implied_twice(1, 1, 1);
    same(0, 0);
    same(1, 2);
    both(0, 0, 0);
    chosen(0, 0, 0);
    chosen_parts(0, 0, 0);
    implied_parts(0, 0, 0);
    three(0, 0, 1);
    chosen_parts(0, 0, 1);
    implied_parts(0, 0, 1);
    both(0, 1, 0);
    three(0, 1, 0);
    chosen(0, 1, 0);
    implied_parts(0, 1, 0);
    chosen(0, 1, 1);
    implied_parts(0, 1, 1);
    parts(0, 1, 1);
    three(1, 0, 0);
    chosen(1, 0, 0);
    parts(1, 0, 0);
    chosen(1, 0, 1);
    parts(1, 0, 1);
    both(1, 1, 0);
    parts(1, 1, 0);
    both(1, 1, 1);
    three(1, 1, 1);
    chosen(1, 1, 1);
    chosen_parts(1, 1, 1);
    implied_parts(1, 1, 1);
    parts(1, 1, 1);
    in_brackets(0, 0);
    in_brackets(3, 1);
    all(3);
    all(7);
    some(3);
    all_wide(0xffffffff, 0x100000002);
    all_wide(5, 5);
    some_unsigned(0x7fffffff, 0x80000003);
    some_unsigned(0x80000000, 0x80000003);
    nested(3);
    other_ends(4);
    inside(1);
    inside(3);
    second_part(1, 1);
}

int main(void)
{
    right_ones();
    int kind = heddle_choose(0, 40);
    first_kinds(kind);
    second_kinds(kind);
    third_kinds(kind);
    return 0;
}
