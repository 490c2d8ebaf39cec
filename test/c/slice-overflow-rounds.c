//: expect bug overflow
//: options --overflow --all-errors
//: output error 32 of 32:
// Sums that nobody looks at, in loops of ten rounds: the tenth is too large.  In `slice-overflow-rounds-right.c` they begin one lower.
#include <heddle.h>
#include <limits.h>
#include <pthread.h>
#ifndef LESS
#define LESS 0
#endif
#define HIGH (INT_MAX - 9 - LESS)
#define LOW  (INT_MIN + 9 + LESS)

static int counted;

static void up_below(void)
{
    int sum = HIGH;
    for (int i = 0; i < 10; i++)
        sum += 1;
}
static void up_to(void)
{
    int sum = HIGH;
    for (int i = 0; i <= 9; i++)
        sum += 1;
}
static void up_until(void)
{
    int sum = HIGH;
    for (int i = 0; i != 10; i++)
        sum += 1;
}
static void down_above(void)
{
    int sum = HIGH;
    for (int i = 10; i > 0; i--)
        sum += 1;
}
static void down_to(void)
{
    int sum = HIGH;
    for (int i = 9; i >= 0; i--)
        sum += 1;
}
static void down_until(void)
{
    int sum = HIGH;
    for (int i = 10; i != 0; --i)
        sum += 1;
}
static void constant_first(void)
{
    int sum = HIGH;
    for (int i = 0; 10 > i; i++)
        sum += 1;
}
static void constant_first_to(void)
{
    int sum = HIGH;
    for (int i = 0; 9 >= i; i++)
        sum += 1;
}
static void constant_first_down(void)
{
    int sum = HIGH;
    for (int i = 10; 0 < i; i--)
        sum += 1;
}
static void left_by_equal(void)
{
    int sum = HIGH, i = 0;
    for (;;) {
        if (i == 10)
            break;
        sum += 1;
        i++;
    }
}
static void left_above(void)
{
    int sum = HIGH, i = 0;
    for (;;) {
        if (i > 9)
            break;
        sum += 1;
        i++;
    }
}
static void left_in_the_middle(void)
{
    int sum = HIGH, i = 0;
    for (;;) {
        sum += 1;
        if (i >= 9)
            break;
        i++;
    }
}
static void tested_behind(void)
{
    int sum = HIGH, i = 0;
    do
        sum += 1;
    while (++i < 10);
}
static void three_each(void)
{
    int sum = HIGH;
    for (int i = 0; i < 28; i += 3)
        sum += 1;
}
static void three_each_rest(void)
{
    int sum = HIGH;
    for (int i = 0; i < 30; i += 3)
        sum += 1;
}
static void three_each_down(void)
{
    int sum = HIGH;
    for (int i = 28; i > 0; i -= 3)
        sum += 1;
}
static void from_below_zero(void)
{
    int sum = HIGH;
    for (int i = -5; i < 5; i++)
        sum += 1;
}
static void from_one_of_two(void)
{
    int sum = HIGH, i = 4;
    if (heddle_choose(0, 1))
        i = -4;
    for (; i < 6; i++)
        sum += 1;
}
static void down_from_one_of_two(void)
{
    int sum = HIGH, i = 4;
    if (heddle_choose(0, 1))
        i = 14;
    for (; i > 4; i--)
        sum += 1;
}
static void of_unsigned(void)
{
    int sum = HIGH;
    for (unsigned i = 10; i > 0; i--)
        sum += 1;
}
static void of_long(void)
{
    int sum = HIGH;
    for (long i = 1L << 40; i < (1L << 40) + 10; i++)
        sum += 1;
}
static void past_the_end(void)
{
    int sum = HIGH;
    unsigned i = heddle_choose(0, 1) ? 0 : 12;
    for (; i != 10; i++) {
        if (LESS && i > 18)
            break;
        sum += 1;
    }
}
static void never_below_zero(void)
{
    int sum = HIGH, n = 0;
    for (unsigned i = 4; i >= 0u; i--) {
        if (LESS && n++ > 8)
            break;
        sum += 1;
    }
}
static void not_always_tested(void)
{
    int sum = HIGH, i = 0;
again:
    i++;
    if (LESS && i > 10)
        return;
    sum += 1;
    if (heddle_choose(0, 1))
        goto again;
    if (i < 3)
        goto again;
}
static void nested(void)
{
    int sum = HIGH;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 5; j++)
            sum += 1;
}
static void nested_same(void)
{
    int sum = HIGH;
    for (int i = 0, j = 0; i < 2; i++)
        for (j = 0; j < 5; j++)
            sum += 1;
}
static void taken_away(void)
{
    int sum = LOW;
    for (int i = 0; i < 10; i++)
        sum -= 1;
}
static void minus_added(void)
{
    int sum = LOW;
    for (int i = 0; i < 10; i++)
        sum = -1 + sum;
}
static void minus_taken_away(void)
{
    int sum = INT_MAX - 2 - LESS, by = 1;
    if (heddle_choose(0, 1))
        by = -3;
    sum = sum - by;
}
static void add(void)
{
    counted += 1;
}
static void called(void)
{
    counted = HIGH;
    for (int i = 0; i < 10; i++)
        add();
}
static void cut(void)
{
    int large = heddle_choose(0, 1) ? -1 : 0;
    unsigned char byte = (unsigned char)large;
    int sum = byte + (INT_MAX - 254 - LESS);
}
static void *work(void *unused)
{
    for (int i = 0; i < 5; i++)
        counted += 1;
    return unused;
}
static void of_two_threads(void)
{
    pthread_t a, b;
    counted = HIGH;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(b, NULL);
}

int main(void)
{
    switch (heddle_choose(0, 31)) {
    case 0:
        up_below();
        break;
    case 1:
        up_to();
        break;
    case 2:
        up_until();
        break;
    case 3:
        down_above();
        break;
    case 4:
        down_to();
        break;
    case 5:
        down_until();
        break;
    case 6:
        constant_first();
        break;
    case 7:
        constant_first_to();
        break;
    case 8:
        constant_first_down();
        break;
    case 9:
        left_by_equal();
        break;
    case 10:
        left_above();
        break;
    case 11:
        left_in_the_middle();
        break;
    case 12:
        tested_behind();
        break;
    case 13:
        three_each();
        break;
    case 14:
        three_each_rest();
        break;
    case 15:
        three_each_down();
        break;
    case 16:
        from_below_zero();
        break;
    case 17:
        from_one_of_two();
        break;
    case 18:
        down_from_one_of_two();
        break;
    case 19:
        of_unsigned();
        break;
    case 20:
        of_long();
        break;
    case 21:
        past_the_end();
        break;
    case 22:
        never_below_zero();
        break;
    case 23:
        not_always_tested();
        break;
    case 24:
        nested();
        break;
    case 25:
        nested_same();
        break;
    case 26:
        taken_away();
        break;
    case 27:
        minus_added();
        break;
    case 28:
        minus_taken_away();
        break;
    case 29:
        called();
        break;
    case 30:
        cut();
        break;
    case 31:
        of_two_threads();
        break;
    }
    return 0;
}
