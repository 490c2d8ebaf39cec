//: expect bug overflow
//: options --overflow --all-errors
//: output error 45 of 45:
// Sums that nobody looks at, in loops of ten rounds: the tenth is too large.  In `slice-overflow-rounds-right.c` they begin one lower.
#include <heddle.h>
#include <limits.h>
#include <pthread.h>
#ifndef LESS
#define LESS 0
#endif
#define HIGH (INT_MAX - 9 - LESS)
#define LOW  (INT_MIN + 9 + LESS)

static int calls, twice, deep, shared;

static void add(void)
{
    calls += 1;
}
static void add_twice(void)
{
    twice += 1;
}
static void add_deep(int n)
{
    deep += 1;
    if (n)
        add_deep(n - 1);
}
static void *work(void *unused)
{
    for (int i = 0; i < 5; i++)
        shared += 1;
    return unused;
}
static void left_from(void)
{
    int sum = HIGH;
    for (int i = 0;; i++) {
        sum += 1;
        if (i >= 9)
            break;
    }
}
static void left_above(void)
{
    int sum = HIGH;
    for (int i = 0;; i++) {
        sum += 1;
        if (i > 8)
            break;
    }
}
static void left_at(void)
{
    int sum = HIGH;
    for (int i = 0;; i++) {
        sum += 1;
        if (i == 9)
            break;
    }
}
static void left_unless(void)
{
    int sum = HIGH;
    for (int i = 9;; i--) {
        sum += 1;
        if (!(i != 0))
            break;
    }
}
static void left_below(void)
{
    int sum = HIGH;
    for (int i = 9;; i--) {
        sum += 1;
        if (i < 1)
            break;
    }
}
static void left_to(void)
{
    int sum = HIGH;
    for (int i = 9;; --i) {
        sum += 1;
        if (i <= 0)
            break;
    }
}
static void left_from_turned(void)
{
    int sum = HIGH;
    for (int i = 0;; i++) {
        sum += 1;
        if (9 <= i)
            break;
    }
}
static void left_above_turned(void)
{
    int sum = HIGH;
    for (int i = 0;; i++) {
        sum += 1;
        if (8 < i)
            break;
    }
}
static void left_to_turned(void)
{
    int sum = HIGH;
    for (int i = 9;; i--) {
        sum += 1;
        if (0 >= i)
            break;
    }
}
static void left_at_turned(void)
{
    int sum = HIGH;
    for (int i = 9;; i--) {
        sum += 1;
        if (0 == i)
            break;
    }
}
static void stays_below(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, i < 9; i++)
        ;
}
static void stays_to(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, i <= 8; i++)
        ;
}
static void stays_until(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, i != 9; i++)
        ;
}
static void stays_above(void)
{
    int sum = HIGH;
    for (int i = 9; sum += 1, i > 0; i--)
        ;
}
static void stays_from(void)
{
    int sum = HIGH;
    for (int i = 9; sum += 1, i >= 1; i--)
        ;
}
static void stays_until_down(void)
{
    int sum = HIGH;
    for (int i = 9; sum += 1, i != 0; i -= 1)
        ;
}
static void stays_below_turned(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, 9 > i; i++)
        ;
}
static void stays_to_turned(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, 8 >= i; i++)
        ;
}
static void stays_above_turned(void)
{
    int sum = HIGH;
    for (int i = 9; sum += 1, 0 < i; i--)
        ;
}
static void stays_until_turned(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, 9 != i; i++)
        ;
}
static void three_each(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, i < 27; i += 3)
        ;
}
static void three_each_rest(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, i < 26; i += 3)
        ;
}
static void three_each_rest_more(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, i < 25; i += 3)
        ;
}
static void three_each_down(void)
{
    int sum = HIGH;
    for (int i = 27; sum += 1, i > 0; i -= 3)
        ;
}
static void from_below_zero(void)
{
    int sum = HIGH;
    for (int i = -5; sum += 1, i < 4; i++)
        ;
}
static void to_below_zero(void)
{
    int sum = HIGH;
    for (int i = 5; sum += 1, i > -4; i--)
        ;
}
static void of_long(void)
{
    int sum = HIGH;
    for (long i = (1L << 40) - 5; sum += 1, i < (1L << 40) + 4; i++)
        ;
}
static void from_one_of_two(void)
{
    int sum = HIGH, i = 4;
    if (heddle_choose(0, 1))
        i = -4;
    for (; sum += 1, i < 5; i++)
        ;
}
static void down_from_one_of_two(void)
{
    int sum = HIGH, i = 4;
    if (heddle_choose(0, 1))
        i = 13;
    for (; sum += 1, i > 4; i--)
        ;
}
static void past_the_end(void)
{
    int sum = HIGH, i = 0;
    if (heddle_choose(0, 1))
        i = 8;
    for (; sum += 1, i != 6; i++)
        if (LESS && i > 15)
            break;
}
static void not_always_tested(void)
{
    int sum = HIGH, i = 0;
    goto test;
again:
    i++;
    if (LESS && i > 9)
        return;
    sum += 1;
    if (heddle_choose(0, 1))
        goto again;
test:
    if (i < 3)
        goto again;
}
static void changed_twice(void)
{
    int sum = HIGH;
    for (int i = 0; sum += 1, i < 5; i++)
        if (heddle_choose(0, 1)) {
            if (LESS && sum > INT_MAX - 8)
                break;
            i--;
        }
}
static void changed_by_a_choice(void)
{
    int sum = HIGH, by = heddle_choose(1, 2);
    for (int i = 0; sum += 1, i < 9; i += by)
        ;
}
static void nested(void)
{
    int sum = HIGH + 4;
    for (int i = 0; i < 1; i++)
        for (int j = 0; sum += 1, j < 5; j++)
            ;
}
static void nested_same(void)
{
    int sum = HIGH, j = 0;
    for (int i = 0; sum += 1, i < 3; i++)
        for (j = 0; sum += 1, j < 1; j++)
            ;
    (void)j;
}
static void taken_away(void)
{
    int sum = LOW;
    for (int i = 0; sum -= 1, i < 9; i++)
        ;
}
static void minus_added(void)
{
    int sum = LOW;
    for (int i = 0; sum = -1 + sum, i < 9; i++)
        ;
}
static void three_added(void)
{
    int sum = HIGH - 20;
    for (int i = 0; sum += 3, i < 9; i++)
        ;
}
static void minus_taken_away(void)
{
    int sum = INT_MAX - 2 - LESS, by = 1;
    if (heddle_choose(0, 1))
        by = -3;
    sum = sum - by;
}
static void taken_from(void)
{
    int sum = -2 + LESS, from = 5;
    if (heddle_choose(0, 1))
        from = INT_MAX - 1;
    sum = from - sum;
}
static void called(void)
{
    calls = HIGH + 1;
    for (int i = 0; add(), i < 8; i++)
        ;
}
static void called_from_two(void)
{
    twice = INT_MAX - 1 - LESS;
    add_twice();
    add_twice();
}
static void recursive(void)
{
    deep = HIGH;
    add_deep(9);
}
static void cut(void)
{
    int large = heddle_choose(0, 1) ? -1 : 0;
    unsigned char byte = (unsigned char)large;
    int sum = byte + (INT_MAX - 254 - LESS);
    (void)sum;
}
static void of_two_threads(void)
{
    pthread_t a, b;
    shared = HIGH;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(b, NULL);
}
static void first_kinds(int kind)
{
    switch (kind) {
    case 0:
        left_from();
        break;
    case 1:
        left_above();
        break;
    case 2:
        left_at();
        break;
    case 3:
        left_unless();
        break;
    case 4:
        left_below();
        break;
    case 5:
        left_to();
        break;
    case 6:
        left_from_turned();
        break;
    case 7:
        left_above_turned();
        break;
    case 8:
        left_to_turned();
        break;
    case 9:
        left_at_turned();
        break;
    case 10:
        stays_below();
        break;
    case 11:
        stays_to();
        break;
    case 12:
        stays_until();
        break;
    case 13:
        stays_above();
        break;
    case 14:
        stays_from();
        break;
    }
}
static void second_kinds(int kind)
{
    switch (kind) {
    case 15:
        stays_until_down();
        break;
    case 16:
        stays_below_turned();
        break;
    case 17:
        stays_to_turned();
        break;
    case 18:
        stays_above_turned();
        break;
    case 19:
        stays_until_turned();
        break;
    case 20:
        three_each();
        break;
    case 21:
        three_each_rest();
        break;
    case 22:
        three_each_rest_more();
        break;
    case 23:
        three_each_down();
        break;
    case 24:
        from_below_zero();
        break;
    case 25:
        to_below_zero();
        break;
    case 26:
        of_long();
        break;
    case 27:
        from_one_of_two();
        break;
    case 28:
        down_from_one_of_two();
        break;
    case 29:
        past_the_end();
        break;
    }
}
static void third_kinds(int kind)
{
    switch (kind) {
    case 30:
        not_always_tested();
        break;
    case 31:
        changed_twice();
        break;
    case 32:
        changed_by_a_choice();
        break;
    case 33:
        nested();
        break;
    case 34:
        nested_same();
        break;
    case 35:
        taken_away();
        break;
    case 36:
        minus_added();
        break;
    case 37:
        three_added();
        break;
    case 38:
        minus_taken_away();
        break;
    case 39:
        taken_from();
        break;
    case 40:
        called();
        break;
    case 41:
        called_from_two();
        break;
    case 42:
        recursive();
        break;
    case 43:
        cut();
        break;
    case 44:
        of_two_threads();
        break;
    }
}

int main(void)
{
    int kind = heddle_choose(0, 44);
    first_kinds(kind);
    second_kinds(kind);
    third_kinds(kind);
    return 0;
}
