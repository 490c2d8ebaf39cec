//: expect safe
// Forms of instructions that are seldom written: each name of a condition, the carry at the bound, a bit before the word.
// (The numbers are those that a processor gave.)
#include <assert.h>

typedef unsigned char Byte;
typedef unsigned long Word;

static void registers(void)
{
    Word a = 0x1122334455667788, b = 0x0102030405060708;
    __asm__("movb $0xff, %b0" : "+r"(a));
    assert(a == 0x11223344556677ff);
    __asm__("movw $0, %w0" : "+r"(a));
    assert(a == 0x1122334455660000);
    __asm__("movl %k1, %k0" : "+r"(a) : "r"(b));
    assert(a == 0x05060708);
    __asm__("movq %1, %%r8; movq $3, %%r9; addq %%r9, %%r8; movq %%r8, %0"
            : "=r"(a)
            : "r"(b)
            : "r8", "r9", "cc");
    assert(a == b + 3);
    __asm__("movl $-1, %%r10d; movq %%r10, %0" : "=r"(a) : : "r10");
    assert(a == 0xffffffff);
    __asm__("negl %k0" : "+r"(b) : : "cc");
    assert(b == 0xfafbf8f8ul || b == 0xfafaf9f8ul || b == 0xfaf9f8f8ul);
    __asm__("notq %0" : "+r"(b));
    assert((b & 0xffffffff00000000) == 0xffffffff00000000);
    int x = 5, y = 7;
    __asm__("xchgl %0, %1" : "+r"(x), "+r"(y));
    assert(x == 7 && y == 5);
}
static void conditions(void)
{
    unsigned five = 5, six = 6, m = 5;
    Byte f[8];
#define COMPARE(k, x, y, set)                                                                      \
    __asm__("cmpl %2, %1; " set " %0" : "=q"(f[k]) : "r"(x), "r"(y) : "cc")
    COMPARE(0, five, five, "setnae");
    COMPARE(1, five, six, "setnae");
    COMPARE(2, five, five, "setae");
    COMPARE(3, five, six, "setnb");
    COMPARE(4, six, five, "setnc");
    COMPARE(5, five, six, "setne");
    COMPARE(6, five, five, "sete");
    COMPARE(7, six, five, "setc");
    assert(!f[0] && f[1] && f[2] && !f[3] && f[4] && f[5] && f[6] && !f[7]);
    __asm__("lock; subl $5, %0; setc %1; setns %2" : "+m"(m), "=q"(f[0]), "=q"(f[1]) : : "cc");
    assert(m == 0 && !f[0] && f[1]);
    __asm__("lock; subl $1, %0; setb %1; sets %2" : "+m"(m), "=q"(f[0]), "=q"(f[1]) : : "cc");
    assert(m == 0xffffffff && f[0] && f[1]);
    __asm__("lock; addl $1, %0; setc %1; setz %2" : "+m"(m), "=q"(f[0]), "=q"(f[1]) : : "cc");
    assert(m == 0 && f[0] && f[1]);
    /* inc and dec leave the carry as it was. */
    __asm__("subl $1, %0; decl %0; setc %1" : "+r"(m), "=q"(f[0]) : : "cc");
    assert(m == 0xfffffffe && f[0]);
    __asm__("addl $1, %0; incl %0; setc %1; setz %2" : "+r"(m), "=q"(f[0]), "=q"(f[1]) : : "cc");
    assert(m == 0 && !f[0] && f[1]);
    __asm__("testl %2, %2; setc %0; setz %1" : "=q"(f[0]), "=q"(f[1]) : "r"(m) : "cc");
    assert(!f[0] && f[1]);
    __asm__("orl $0x80000000, %0; sets %1; setc %2" : "+r"(m), "=q"(f[0]), "=q"(f[1]) : : "cc");
    assert(m == 0x80000000 && f[0] && !f[1]);
}
static void signs(void)
{
    Byte f[4];
    int least = -2147483647 - 1;
    __asm__("cmpl %2, %1; sets %0" : "=q"(f[0]) : "r"(least), "r"(1) : "cc");
    __asm__("cmpl %2, %1; sets %0" : "=q"(f[1]) : "r"(1), "r"(2) : "cc");
    __asm__("cmpl %2, %1; setns %0" : "=q"(f[2]) : "r"(1), "r"(1) : "cc");
    __asm__("testl %1, %1; sets %0" : "=q"(f[3]) : "r"(least) : "cc");
    assert(!f[0] && f[1] && f[2] && f[3]);
}
static void bits(void)
{
    Word words[3] = {0, 0, 0};
    unsigned halves[3] = {0, 0, 0};
    Byte was;
    __asm__("lock; btsq %2, %0; setc %1" : "+m"(words[1]), "=q"(was) : "r"(-3l) : "cc", "memory");
    assert(words[0] == 1ul << 61 && !was && !words[1]);
    __asm__("lock; btcq %2, %0; setc %1" : "+m"(words[1]), "=q"(was) : "r"(64l) : "cc", "memory");
    assert(words[2] == 1 && !was && !words[1]);
    __asm__("lock; btrl %2, %0; setc %1" : "+m"(halves[1]), "=q"(was) : "r"(-1) : "cc", "memory");
    assert(!was);
    __asm__("lock; btsl %2, %0; setc %1" : "+m"(halves[1]), "=q"(was) : "r"(-32) : "cc", "memory");
    assert(halves[0] == 1 && !was);
    __asm__("lock; btsl %2, %0; setc %1" : "+m"(halves[1]), "=q"(was) : "r"(32) : "cc", "memory");
    assert(halves[2] == 1 && !was && !halves[1]);
    __asm__("btsl $31, %0; setc %1" : "+r"(halves[1]), "=q"(was) : : "cc");
    assert(halves[1] == 0x80000000 && !was);
}
static void places(void)
{
    int row[4] = {1, 2, 3, 4}, got;
    __asm__("movl -4(%1), %0" : "=r"(got) : "r"(&row[2]) : "memory");
    assert(got == 2);
    __asm__ volatile("lock; addl %0, 8(%1)" : : "r"(10), "r"(row) : "memory", "cc");
    assert(row[2] == 13);
    __asm__ volatile("movl $9, -8(%0)" : : "r"(&row[3]) : "memory");
    assert(row[1] == 9 && row[3] == 4);
    unsigned long long both = 0x100000002, old = 0x100000002;
    Byte same;
    unsigned low = (unsigned)old, high = (unsigned)(old >> 32);
    __asm__("lock; cmpxchg8b %0; setz %3"
            : "+m"(both), "+a"(low), "+d"(high), "=q"(same)
            : "b"(5), "c"(6)
            : "cc", "memory");
    assert(both == 0x600000005 && same && low == 2 && high == 1);
    low = 5, high = 7;
    __asm__("lock; cmpxchg8b %0; setz %3"
            : "+m"(both), "+a"(low), "+d"(high), "=q"(same)
            : "b"(8), "c"(9)
            : "cc", "memory");
    assert(both == 0x600000005 && !same && low == 5 && high == 6);
    Byte cell = 250, by = 10;
    __asm__("lock; xaddb %0, %1; setc %2" : "+q"(by), "+m"(cell), "=q"(same) : : "cc", "memory");
    assert(by == 250 && cell == 4 && same);
    unsigned short half = 3, want = 3, next = 0xffff;
    __asm__("lock; cmpxchgw %2, %0; sete %3"
            : "+m"(half), "+a"(want), "+r"(next), "=q"(same)
            :
            : "cc", "memory");
    assert(half == 0xffff && same && want == 3);
}
int main(void)
{
    registers();
    conditions();
    signs();
    bits();
    places();
    return 0;
}
