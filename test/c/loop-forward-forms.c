//: expect safe
// Loops that touch nothing but registers, with many rounds at once: differences that turn back, products, numbers that are
// narrow and become wide, constants that are combined, the last case of a switch, each comparison at its edge. What comes out was
// computed by the processor.
#include <assert.h>
typedef unsigned char Byte;

static long turns_back(void)
{
    long up = 100000, at = 0, rounds = 0;
    while (at >= 0) { /* it goes up first, and then down below zero */
        at += up;
        up -= 3;
        rounds++;
    }
    return at * 7 + rounds;
}
static int turns_before(void)
{
    int at = 0, step = 20000, hits = 0;
    for (int i = 0; i < 30000; i++) {
        at += step;
        step -= 2;
        if (at > 99990000) /* in the middle alone */
            hits++;
    }
    return hits;
}
static unsigned squares(void)
{
    unsigned last = 0, cubes = 0;
    for (unsigned i = 0; i < 1000000; i++) {
        last = i * i;
        cubes = (i + 3) * (2 * i + 1) - i;
    }
    return last ^ cubes;
}
static unsigned long widens(void)
{
    Byte narrow = 0;
    unsigned long wide = 0, most = 0;
    for (int i = 0; i < 100000; i++) {
        wide = narrow;
        if (wide > most)
            most = wide;
        narrow++;
    }
    return wide * 1000 + most;
}
static long minus(void)
{
    long a = 0, b = 5, c = 0, d = 0;
    for (int i = 0; i < 100000; i++) {
        c = a - b;
        d = ~a;
        a += b;
        b += 3;
    }
    return c * 3 + d;
}
static int edges(void)
{
    int i = 0, j = 0, k = 100000, l = 0, m = -100000, n = 0;
    while (i < 100000)
        i++;
    while (j <= 100000)
        j++;
    while (k > 0)
        k -= 7;
    while (l != 99999)
        l += 3;
    while (m != 0)
        m += 4;
    for (unsigned u = 100000; u >= 1; u--)
        n++;
    return i + j * 2 + k * 3 + l * 5 + m * 11 + n * 13;
}
static int cases(void)
{
    int state = 0, rounds = 0;
    for (;;) {
        switch (state) {
        case 0:
            state = rounds > 70000 ? 9 : 3;
            break;
        case 3:
            state = 7;
            break;
        case 7:
            state = 0;
            break;
        default:
            return rounds + state;
        }
        rounds++;
    }
}
static int last_case(void)
{
    int rounds = 0, kind = 5, out = 0;
    while (rounds < 50000) {
        switch (kind) {
        case 1:
            out += 1;
            break;
        case 4:
            out += 2;
            break;
        case 5:
            out += 3;
            break;
        default:
            out += 4;
        }
        rounds++;
    }
    return out;
}
static long three(void)
{
    long a = 1, b = 2, c = 3;
    for (int i = 0; i < 65536; i++) {
        a += 2;
        b += a;
        c -= 5;
    }
    return a + b * 3 + c * 7;
}
static unsigned long cubic(void)
{
    unsigned long a = 0, b = 0, c = 0;
    for (int i = 0; i < 20000; i++) {
        c += b; /* a sum of sums of sums has no form of the second degree */
        b += a;
        a += 1;
    }
    return a + b * 3 + c * 7;
}
static int wraps_signed(void)
{
    signed char small = 0;
    int below = 0;
    for (int i = 0; i < 30000; i++) {
        small = (signed char)(small + 1);
        below += small < 0;
    }
    return below * 10 + small;
}
static int wraps_order(void)
{
    Byte a = 0, b = 128;
    int less = 0;
    for (int i = 0; i < 30000; i++) {
        less += a < b;
        a = (Byte)(a + 1);
        b = (Byte)(b + 1);
    }
    return less;
}
static long roots(void)
{
    long i = 0, k = 0, m = 1, n = 0;
    while (i * i < 10000000000)
        i++;
    while ((k + 1) * (2 * k + 3) <= 2000000000)
        k += 2;
    while ((7 * m - 3) * (5 - 2 * m) > -1000000000)
        m++;
    while (50000 * n - n * n >= 0 && n < 70000)
        n++;
    return i + k * 3 + m * 5 + n * 7;
}
static long sums(void)
{
    long s = 0, t = 0, u = 0, i = 0, j = 0, k = 0;
    while (5000000000 - s > 0)
        s += i++;
    while (~t > -3000000000)
        t += j++;
    while (-u > -2000000000)
        u += 2 * k++;
    return i * 3 + j * 5 + k * 7 + s + t + u;
}
static int around(void)
{
    unsigned a = 4294960000u, b = 4294957000u, five = 5;
    int less = 0, more = 0;
    for (int i = 0; i < 20000; i++) {
        less += a < five;
        more += five < b;
        a++;
        b++;
    }
    int after = 0;
    for (int i = 0; i < 20000; i++) {
        after += five <= b ? 1 : 3;
        b -= 2;
    }
    return less * 100000 + more + after * 3;
}
static double halves(void)
{
    double x = 0;
    int i = 0, k = 0;
    const char text[] = "abcdefgh", *at = text;
    for (; i < 50000; i++)
        x += 0.5;
    for (; k < 50000; k++)
        at = at == text + 7 ? text : at + 1;
    return x + *at;
}
static unsigned masked(void)
{
    unsigned i, mask = 0xf0, bits = 0;
    for (i = 0; i < 70000; i++)
        bits = (mask & 0x3c) | (mask ^ 0xff);
    return bits * 100000 + i;
}

int main(void)
{
    assert(turns_back() == -166670);
    assert(turns_before() == 282);
    assert(squares() == 2112761854u);
    assert(widens() == 159255ul);
    assert(minus() == 29999199989);
    assert(edges() == 2099991);
    assert(cases() == 70012);
    assert(last_case() == 150000);
    assert(three() == 12883132444);
    assert(cubic() == 9332533370000ul);
    assert(wraps_signed() == 149808);
    assert(wraps_order() == 15024);
    assert(roots() == 587143);
    assert(sums() == 10001127454);
    assert(around() == 580012);
    assert(halves() == 25097);
    assert(masked() == 6370000u);
    return 0;
}
