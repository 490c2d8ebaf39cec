//: expect safe
// Bit-fields that lie across words are read and written with more than 64 bits at once.
#include <assert.h>

struct key {
    unsigned long a : 36;
    unsigned long b : 36;
    long c : 37;
    unsigned d : 3;
} __attribute__((packed));

static struct key keys[2] = {{0xfffffffff, 0x123456789, -5, 6}, {.c = 0x800000000}};

static struct key change(struct key k, long by)
{
    k.b += (unsigned long)by;
    k.c -= by;
    return k;
}

int main(void)
{
    struct key *k = &keys[1], copy;
    assert(keys[0].a == 0xfffffffff && keys[0].b == 0x123456789 && keys[0].c == -5 &&
           keys[0].d == 6);
    assert(k->a == 0 && k->b == 0 && k->c == 0x800000000 && k->d == 0);
    k->b = 0xabcdef012;
    k->c = -0x1000000000;
    k->a--;
    k->d = 7;
    assert(k->a == 0xfffffffff && k->b == 0xabcdef012 && k->c == -0x1000000000 && k->d == 7);
    k->c >>= 3;
    assert(k->c == -0x200000000 && k->b == 0xabcdef012);
    copy = change(*k, 0x543210fee);
    assert(copy.b == 0 && copy.c == -0x743210fee && copy.a == 0xfffffffff && copy.d == 7);
    assert(k->b == 0xabcdef012);
    return 0;
}
//: also --engine=bound
