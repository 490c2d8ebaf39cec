// What symbolic computes with inputs of every width: each assertion holds for all of them, so that a mistake in one meaning shows.
//: expect safe
//: options --engine=symbolic
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);

struct bits {
    unsigned a : 3;
    int b : 5;
    unsigned long long wide : 36;
};
struct node {
    int key, at[3];
    struct node *next;
};
static struct node nodes[2];
static int table[4];

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void orders(int x, unsigned u, short s, unsigned char c, long long w)
{
    assert((x < 5) == !(x >= 5) && (u <= 7) == !(u > 7) && (s == -1) == !(s != -1));
    if (x > 10 && x <= 20)
        assert(x >= 11 && x < 21 && (unsigned)x - 11u < 10u);
    if (u > 0x7fffffffu)
        assert((int)u < 0 && u >> 31 == 1);
    assert(c <= 255 && (signed char)c >= -128 && (c > 127) == ((signed char)c < 0));
    assert((int)s == (short)s && (unsigned short)s <= 65535 &&
           ((unsigned short)s == (unsigned)s) == (s >= 0));
    if (w < 0)
        assert((unsigned long long)w > 0x7fffffffffffffffull && w >> 63 == -1);
    assert(clamp(x, -5, 5) >= -5 && clamp(x, -5, 5) <= 5 &&
           (clamp(x, 0, 9) == x) == (x >= 0 && x <= 9));
}

static void arithmetic(unsigned u, unsigned v, unsigned char c, unsigned char d)
{
    assert(u + v == v + u && u - v == -(v - u) && (u ^ v) == ((u | v) & ~(u & v)));
    assert((u & 0xff) == (unsigned char)u && (u << 4) >> 4 == (u & 0x0fffffff) && ~u == -u - 1);
    assert(u * 3 == u + u + u && (u | v) >= u && (u & v) <= v && (u ^ u) == 0);
    assert(c + d == d + c && (unsigned char)(c + d) == (c + d) % 256);
    if (d) {
        assert(c % d < d && c / d <= c);
        assert((c >> (d & 7)) <= c && (c << (d & 7)) >> (d & 7) == c);
    }
}

static void memory(unsigned i, int x)
{
    static struct bits b;
    if (i < 4) {
        table[i] = x;
        assert(table[i] == x && table[(i + 1) % 4] == 0);
    }
    b.a = (unsigned)x;
    b.b = -1;
    b.wide = 0x123456789ull;
    assert(b.a == ((unsigned)x & 7) && b.b == -1 && b.wide == 0x123456789ull);
    struct node *n = x > 0 ? &nodes[0] : &nodes[1];
    n->key = x;
    n->at[2] = n->key;
    n->next = n;
    assert(n->next->at[2] == x && (x > 0 ? nodes[0].key : nodes[1].key) == x &&
           nodes[x > 0].next == 0);
}

static int power(int base, int times)
{
    int result = 1;
    while (times-- > 0)
        result *= base;
    return result;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    unsigned char c = __VERIFIER_nondet_uchar();
    orders(x, u, __VERIFIER_nondet_short(), c, __VERIFIER_nondet_longlong());
    arithmetic(u, (unsigned)x, c, __VERIFIER_nondet_uchar());
    memory(u, x);
    int yes = u > 9;
    int (*f)(int, int) = yes ? power : power;
    assert(f(2, yes ? 3 : 2) == (yes ? 8 : 4) && power(-1, 3) == -1);
    return 0;
}
