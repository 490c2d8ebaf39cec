//: expect bug
//: options --all-errors
//: errors 45
// Each of these is wrong in a way that people seldom think of: the second factor, the 66th variable, the last operand.
#include <heddle.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#pragma clang diagnostic ignored "-Warray-bounds"
#pragma clang diagnostic ignored "-Wuninitialized"

typedef struct {
    long n;
    char tail[1];
} Open;
typedef struct {
    atomic_int a[3];
    int behind;
} Closed;
typedef struct {
    int first[2], second;
} Middle;
typedef struct {
    long words[5];
} Wide;

static int sink, zero, three = 3;
static double real;
static long least = LONG_MIN;
static Closed closed, rows[2];
static Middle middle, *to_middle = &middle;
static Wide wide[2];

/* Never written, and no constant that the compiler could see. */
#define UNWRITTEN(type, name)                                                                      \
    type name;                                                                                     \
    if (zero)                                                                                      \
        name = 1;

static void sums(int which)
{
    UNWRITTEN(int, s)
    UNWRITTEN(unsigned, u)
    UNWRITTEN(float, f)
    UNWRITTEN(double, d)
    if (which == 44)
        sink = u % 7 ? 1 : 2;
    switch (which) {
    case 0:
        sink = three % (s | 1) ? 1 : 2;
        break;
    case 1:
        sink = 7u % (u | 1) ? 1 : 2;
        break;
    case 2:
        sink = u / 7 ? 1 : 2;
        break;
    case 3:
        sink = s / three ? 1 : 2;
        break;
    case 4:
        sink = fmod(real, d) > 1 ? 1 : 2;
        break;
    case 5:
        sink = 1 / f > 1 ? 1 : 2;
        break;
    case 6:
        sink = -d > 1 ? 1 : 2;
        break;
    case 7:
        sink = (float)d > 1 ? 1 : 2;
        break;
    case 8:
        sink = (double)f > 1 ? 1 : 2;
        break;
    case 9:
        sink = (double)u > 1 ? 1 : 2;
        break;
    case 10:
        sink = (float)s > 1 ? 1 : 2;
        break;
    case 11:
        sink = (unsigned)d > 1 ? 1 : 2;
        break;
    case 12:
        sink = (int)f > 1 ? 1 : 2;
        break;
    case 13:
        sink = (short)s ? 1 : 2;
        break;
    case 14:
        sink = rows[u & 1].behind;
        break;
    }
}
typedef struct {
    int all[2];
    char tail[4];
} Behind;
static Behind behind, *to_behind = &behind;
static void arrays(int which)
{
    if (which == 43)
        sink = to_behind->all[three - 1];
    int none = 0, expected = 0;
    Open *open = malloc(sizeof *open);
    switch (which) {
    case 15: {
        char cells[three][none];
        sink = sizeof cells ? 1 : 2;
        break;
    }
    case 16:
        atomic_compare_exchange_strong(&closed.a[three], &expected, 1);
        break;
    case 17:
        atomic_fetch_or(&rows[0].a[three], 1);
        break;
    case 18:
        sink = to_middle->first[three - 1];
        break;
    case 19:
        __builtin_memset(&rows[0].a[three], 0, sizeof(int));
        break;
    case 20:
        sink = open->tail[sizeof *open - sizeof(long)];
        break;
    case 21:
        sink = rows[1].a[three];
        break;
    case 22:
        sink = (&rows[0])[1].a[three + zero];
        break;
    }
}
static char *leave(char *p)
{
    return p;
}
static void copies(int which)
{
    Wide *a = wide, *b = (Wide *)((long *)wide + 1);
    char text[8] = "abcdefg";
    switch (which) {
    case 23:
        *b = *a;
        break;
    case 24:
        memcpy(text + three, text, 4);
        break;
    case 25:
        memcpy(text, text + 1, 2 + three - 3 + (size_t)zero + 0 * strlen(text));
        break;
    }
    char word[8] = "abcdefg", *into = leave(word);
    switch (which) {
    case 41:
        __builtin_memcpy(into, word + 1, 4);
        break;
    case 42:
        __builtin_memcpy(word + 1, into, 4);
        break;
    }
    sink = text[0] + word[0];
}
static void constants(int which)
{
    const int one = '"', table[2][2] = {{'\'', ';'}, {/* ; */ 5, 6}}, last[2] = {7, 8};
    const struct {
        char c;
        int m[2];
    } pair = {'\\', {1, 2}};
    int *p;
    switch (which) {
    case 26:
        p = (int *)&one, *p = 1;
        break;
    case 27:
        p = (int *)&table[1][1], *p = 1;
        break;
    case 28:
        p = (int *)&last[three - 2], *p = 1;
        break;
    case 29:
        *(int *)&pair.m[1] = 1;
        break;
    case 30:
        memset((void *)&table[1], 0, 4);
        break;
    }
    sink = one + table[0][0] + last[0] + pair.c;
}
/* Those of the second word are the last ones. */
static void many(int which)
{
    int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6,
        c7, d0, d1, d2, d3, d4, d5, d6, d7, e0, e1, e2, e3, e4, e5, e6, e7, f0, f1, f2, f3, f4, f5,
        f6, f7, g0, g1, g2, g3, g4, g5, g6, g7, h0, h1, h2, h3, h4, h5, h6, h7, i0, i1, i2;
    a0 = a1 = a2 = a3 = a4 = a5 = a6 = a7 = b0 = b1 = b2 = b3 = b4 = b5 = b6 = b7 = 1;
    c0 = c1 = c2 = c3 = c4 = c5 = c6 = c7 = d0 = d1 = d2 = d3 = d4 = d5 = d6 = d7 = 1;
    e0 = e1 = e2 = e3 = e4 = e5 = e6 = e7 = f0 = f1 = f2 = f3 = f4 = f5 = f6 = f7 = 1;
    g0 = g1 = g2 = g3 = g4 = g5 = g6 = g7 = h0 = h1 = h2 = h3 = h4 = h5 = h6 = h7 = i0 = 1;
    if (which == 31)
        i2 = 1;
    else
        i1 = 1;
    sink = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7 + c0 + c1 +
           c2 + c3 + c4 + c5 + c6 + c7 + d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + e0 + e1 + e2 + e3 +
           e4 + e5 + e6 + e7 + f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + g0 + g1 + g2 + g3 + g4 + g5 +
           g6 + g7 + h0 + h1 + h2 + h3 + h4 + h5 + h6 + h7 + i0;
    if (which == 31 && i1)
        sink = 1;
    if (which == 32 && i2)
        sink = 2;
}
static void rounds(int which)
{
    for (int k = 0; k < 2; k++) {
        int kept;
        if (!k)
            kept = 3;
        if (which == 33)
            sink = kept ? 1 : 2;
    }
    for (int k = 0; k < 2; k++) {
        int cell[2];
        if (!k)
            cell[1] = 3;
        if (which == 34)
            sink = cell[1] ? 1 : 2;
    }
}
static jmp_buf first, second;
static void jumps(int which)
{
    int one = 1, two = 2;
    setjmp(first);
    one++;
    if (!setjmp(second)) {
        two++;
        longjmp(second, 1);
    }
    if (which == 35)
        sink = two ? 1 : 2;
    sink = one;
}
static long ends(int which)
{
    UNWRITTEN(int, status)
    switch (which) {
    case 36:
        exit(status);
    case 37:
        _Exit(status);
    case 38:
        return labs(least);
    case 39:
        return __builtin_llabs(least);
    case 40:
        return __builtin_ctzl((unsigned long)zero);
    }
    return 0;
}
int main(void)
{
    int which = heddle_choose(0, 44);
    sums(which);
    arrays(which);
    copies(which);
    constants(which);
    if (which == 31 || which == 32)
        many(which);
    rounds(which);
    jumps(which);
    return ends(which) == 5;
}
