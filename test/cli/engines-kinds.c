// Things that programs do: number `which` is right if it is even, and wrong if it is odd.  Of each pair the two
// differ in one thing.  engines-kinds.test asks each engine by itself.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#pragma clang diagnostic ignored "-Warray-bounds"

static int which = 4711;
static int x, y, flag;
static int *shared, *other_shared;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t row[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static const int fixed[2] = {1, 2};
struct pair {
    int a, b;
};
struct __attribute__((packed)) tight {
    char c;
    int i;
};

static int bad(void)
{
    return which & 1;
}
static int any(int low, int high)
{
    return (int)heddle_choose(low, high);
}

/* ---- one thread ---- */

static void last_case(void)
{
    int n = any(0, 9), r = 0;
    switch (n) {
    case 0:
        r = 1;
        break;
    case 4:
        r = 2;
        break;
    case 9:
        r = 3;
        break;
    default:
        r = 4;
    }
    assert((r == 4) == (n != 0 && n != 4 && n != 9));
    assert(r != (bad() ? 4 : 5));
}
static void case_last(void)
{
    int n = any(-2, 9), r = 0;
    switch (n) {
    case -2:
        r = 1;
        break;
    case 9:
        r = bad() ? 3 : 2;
    }
    assert(r != 3);
}
static void ends_of_choice(void)
{
    int n = any(-3, 4);
    assert(n >= -3 && n < (bad() ? 4 : 5));
}
static void low_end(void)
{
    int n = any(-3, 4);
    assert(n <= 4 && n > (bad() ? -3 : -4));
}
static void loops(void)
{
    int n = any(0, 2), count = 0;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < n; k++)
            count++;
    assert(count == 5 * n);
    assert(count != (bad() ? 10 : 9));
}
static void after_loop(void)
{
    int n = any(0, 6), count = 0;
    while (count < n)
        count++;
    assert(count != (bad() ? 6 : 7));
}
static void two_targets(void)
{
    int a = 1, b = 2, c = 3, n = any(0, 2);
    int *p = n == 0 ? &a : n == 1 ? &b : &c;
    *p = 7;
    assert(a + b + c == 12 - n + (n == 0 && 0));
    assert((bad() ? c : 3) == 3);
}
static void inside(void)
{
    uint32_t w = (uint32_t)any(0, 3) << 8 | 5;
    unsigned char *p = (unsigned char *)&w;
    assert(p[0] == 5 && p[1] < (bad() ? 3 : 4) && p[2] == 0);
}
static void cleared(void)
{
    int a[4], n = any(0, 3);
    for (int k = 0; k < 4; k++)
        a[k] = 1;
    memset(a, 0, bad() ? 12 : 16);
    assert(a[n] == 0);
}
static void ends_of_heap(void)
{
    char *p = malloc(4);
    int n = any(0, bad() ? 4 : 3);
    if (p)
        p[n] = 1;
    free(p);
}
static void before_heap(void)
{
    char *p = malloc(4);
    int n = any(bad() ? -1 : 0, 3);
    if (p)
        p[n] = 1;
    free(p);
}
static void freed_perhaps(void)
{
    int *p = malloc(4), n = any(0, 2);
    if (!p)
        return;
    *p = 1;
    if (n == 2)
        free(p);
    if (n != 2 || bad())
        assert(*p == 1);
    if (n != 2)
        free(p);
}
static void freed_twice(void)
{
    int *p = malloc(4), n = any(0, 2);
    if (n == 2)
        free(p);
    if (n != (bad() ? 1 : 2))
        free(p);
}
static void freed_inside(void)
{
    char *p = malloc(4);
    if (p)
        free(p + any(0, bad()));
}
static void freed_global(void)
{
    int *p = malloc(4), n = any(0, 1);
    if (n && bad())
        p = &x;
    free(p);
}
static void freed_local(void)
{
    int here = 1, *p = malloc(4);
    if (any(0, 1) && bad())
        p = &here;
    free(p);
}
static void null_perhaps(void)
{
    int a = 1, *p = any(0, 1) ? &a : 0;
    if (p || bad())
        *p = 2;
}
static int twice(int n)
{
    return 2 * n;
}
static int thrice(int n)
{
    return 3 * n;
}
static long third(long n)
{
    return n;
}
static void pointers_to_code(void)
{
    int (*table[3])(int) = {twice, thrice, bad() ? (int (*)(int))third : twice};
    int n = any(0, 2);
    assert(table[n](2) >= 2);
}
static void no_code(void)
{
    int (*to)(int) = any(0, 1) ? twice : bad() ? 0 : thrice;
    assert(to(1) > 1);
}
static int sum(int n)
{
    return n ? n + sum(n - 1) : 0;
}
static void recursion(void)
{
    int n = any(0, 6);
    assert(2 * sum(n) == n * (n + 1));
    assert(sum(n) != (bad() ? 21 : 20));
}
static void ordered(void)
{
    int a[3], *p = a + any(0, 2), *q = a + 1;
    if (p < q)
        assert(p == a);
    else if (p <= q)
        assert(p == q && q - p == 0);
    else
        assert(p - q == (bad() ? 2 : 1));
}
static void constant(void)
{
    int a = 0, *p = any(0, 1) && bad() ? (int *)&fixed[1] : &a;
    *p = 1;
}
static void constant_local(void)
{
    const int here = any(3, 4);
    int a = 0, *p = any(0, 1) && bad() ? (int *)&here : &a;
    *p = 1;
    assert(here >= 3);
}
static void unwritten(void)
{
    int *p = malloc(8), n = any(0, 1);
    if (!p)
        return;
    p[0] = 1;
    if (n || !bad())
        p[1] = 2;
    assert(p[1] == 2);
    free(p);
}
static void crooked(void)
{
    static char bytes[12];
    int n = any(0, 1);
    char *p = (char *)((uintptr_t)bytes & 0) == 0 ? bytes : 0;
    int *to = (int *)(p + 4 + (n && bad() ? 2 : 0));
    *to = 1;
}
static void truths(void)
{
    _Bool b[2] = {any(0, 1) == 1, any(0, 1) == 0};
    unsigned char *p = (unsigned char *)b;
    assert(p[0] <= 1 && p[1] <= 1 && (p[0] == b[0]) && (!bad() || p[0] + p[1] < 2));
}
static void widths(void)
{
    int n = any(-200, 200);
    signed char c = (signed char)n;
    unsigned short s = (unsigned short)n;
    long long l = n;
    assert(c == n || n < -128 || n > 127);
    assert((s > 32767) == (n < 0));
    assert(l * 3 > (bad() ? -600 : -601));
}
static void divides(void)
{
    int n = any(-2, 2);
    if (bad() ? n != 1 : n != 0)
        assert(4 / n * n + 4 % n == 4);
}
static void shifts(void)
{
    int n = any(0, bad() ? 32 : 31);
    assert((1u << n) != 0);
}
static void overflows(void)
{
    int n = any(INT32_MAX - 3, INT32_MAX);
    if (n < INT32_MAX || bad())
        assert(n + 1 > n);
}
static void sides(void)
{
    int n = any(0, 3), r = 0;
    if (n & 1)
        r += 1;
    if (n & 2)
        r += 2;
    assert(r == n);
    assert(r != (bad() ? 3 : 4));
}
static void large_choice(void)
{
    long long n = heddle_choose(0, 1LL << 40);
    assert(n != (bad() ? (1LL << 40) - 1 : (1LL << 40) + 1));
}
static void sizes(void)
{
    int n = any(0, 1), count = 0;
    for (int k = 0; k < 2; k++) {
        char *p = malloc(k ? 2 : 6);
        if (p)
            p[k ? 1 : 5 + (n && bad())] = 1, count++;
        free(p);
    }
    assert(count <= 2);
}
static void names_of_inputs(void)
{
    int a = any(0, 5), b = any(0, 5);
    if (a - a == 0)
        x = 1;
    if (a - b == 0)
        y = 1;
    assert(x == 1);
    assert(y == (bad() ? 1 : a == b));
}

#include "engines-kinds.h"

/* ---- one thread, again ---- */

static void odd_place(void)
{
    static short places[4];
    char *p = (char *)places + 2 * any(0, 2) + bad();
    *(short *)p = 1;
}
static void odd_read(void)
{
    static short places[4];
    char *p = (char *)places + 2 * any(0, 2) + bad();
    assert(*(short *)p == 0 && *(char *)(p + 1) == 0);
}
static void filled_beyond(void)
{
    char *p = malloc(16);
    if (p)
        memset(p, 0, bad() ? 17 : 16);
    free(p);
}
static void filled_freed(void)
{
    char *p = malloc(16);
    if (!p)
        return;
    if (!bad())
        memset(p, 0, 16);
    free(p);
    if (bad())
        memset(p, 0, 16);
}
static void one_of_three(void)
{
    int f = any(0, 1), g = any(0, 1);
    int a = f ? 3 : 4, b = g ? 3 : 5;
    if (a == 5)
        x = 1;
    if (b == 5)
        y = 1;
    assert(x == 0 && (!bad() || y == 0));
}
static void filled_in_part(void)
{
    char a[8];
    int n = any(0, 7);
    for (int k = 0; k < 8; k++)
        a[k] = 1;
    memset(a + 2, 0, 4);
    assert(a[n] == (n < 2 || n > (bad() ? 4 : 5)));
}
static void deep_recursion(void)
{
    int n = any(0, 30);
    if (n > 20)
        assert(sum(n) != (bad() ? 300 : 301));
}
static void long_loop(void)
{
    int n = any(0, 30), k = 0;
    while (k < n)
        k++;
    assert(k != (bad() ? 29 : 31));
}
static void late_loop(void)
{
    int n = any(0, 3), m = any(0, 3), k = 0, i;
again:
    for (i = 0; i < m; i++)
        k++;
    if (n-- > 0)
        goto again;
    assert(k != (bad() ? 12 : 13));
}
static void (*const kinds[])(void) = {last_case,       case_last,      ends_of_choice,
                                      low_end,         loops,          after_loop,
                                      two_targets,     inside,         cleared,
                                      ends_of_heap,    before_heap,    freed_perhaps,
                                      freed_twice,     freed_inside,   freed_global,
                                      freed_local,     null_perhaps,   pointers_to_code,
                                      no_code,         recursion,      ordered,
                                      constant,        constant_local, unwritten,
                                      crooked,         truths,         widths,
                                      divides,         shifts,         overflows,
                                      sides,           large_choice,   sizes,
                                      names_of_inputs, counted,        trail_123,
                                      trail_132,       trail_213,      trail_231,
                                      trail_312,       trail_321,      torn,
                                      readers,         writers,        tried,
                                      tried_more,      not_held,       held_twice,
                                      sections,        rows,           looks,
                                      results,         flags,          points,
                                      given_away,      winners,        regions,
                                      buffers,         before_fork,    after_join,
                                      nested,          moment_row,     moment_sections,
                                      moment_before,   moment_after,   moment_put,
                                      moment_perhaps,  moment_early,   calls,
                                      waits,           overwritten,    upgraded,
                                      odd_place,       odd_read,       filled_beyond,
                                      filled_freed,    one_of_three,   filled_in_part,
                                      deep_recursion,  long_loop,      late_loop};

int main(void)
{
    kinds[which / 2]();
    return 0;
}
