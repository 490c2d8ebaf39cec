//: expect safe
// What instructions of the processor do to registers, memory and flags, in the forms in which people
// write them.  The numbers are those that a processor gave.
#include <assert.h>

typedef unsigned char Byte;
typedef struct Two {
    unsigned long low, high;
} __attribute__((aligned(16))) Two;

static void compare(void)
{
    unsigned m = 5, old = 5;
    Byte same;
    __asm__ volatile("lock; cmpxchgl %3,%1; sete %2"
                     : "+a"(old), "+m"(m), "=q"(same)
                     : "r"(9)
                     : "memory", "cc");
    assert(m == 9 && old == 5 && same == 1);
    old = 4;
    __asm__ volatile("lock cmpxchg %3,%1\n\tsetz %2"
                     : "+a"(old), "+m"(m), "=q"(same)
                     : "r"(11u)
                     : "memory");
    assert(m == 9 && old == 9 && same == 0);
    unsigned long word = 7, was;
    __asm__ volatile("lock; cmpxchgq %1,%2" : "=a"(was) : "r"(8ul), "m"(word), "0"(7ul) : "memory");
    assert(word == 8 && was == 7);
    int equal;
    __asm__ volatile("lock cmpxchgl %3, (%2)"
                     : "+a"(old), "=@ccz"(equal)
                     : "r"(&m), "r"(1)
                     : "memory");
    assert(equal && m == 1);
}

static void add(void)
{
    unsigned m = 0xffffffff, v = 3;
    Byte flag;
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(m) : : "memory", "cc");
    assert(m == 2 && v == 0xffffffff);
    __asm__ volatile("lock; addl %2,%0; setc %1" : "+m"(m), "=q"(flag) : "ir"(-3) : "memory", "cc");
    assert(m == 0xffffffff && flag == 0);
    __asm__ volatile("lock; subl $4,%0; setb %1" : "+m"(m), "=q"(flag) : : "memory", "cc");
    assert(m == 0xfffffffb && flag == 0);
    __asm__ volatile("lock; decl %0; sets %1" : "+m"(m), "=qm"(flag) : : "memory", "cc");
    assert(m == 0xfffffffa && flag == 1);
    unsigned short half = 0xffff;
    __asm__ volatile("lock; incw %0; setz %1" : "+m"(half), "=q"(flag) : : "memory", "cc");
    assert(half == 0 && flag == 1);
}

static void bits(void)
{
    unsigned long words[2] = {0, 6};
    Byte was;
    __asm__ volatile("lock; btsq %2,%0; setc %1" : "+m"(words[0]), "=q"(was) : "J"(3) : "cc");
    assert(words[0] == 8 && was == 0);
    __asm__ volatile("lock; btrq %2,%0; setc %1" /* of the second word */
                     : "+m"(*(unsigned long(*)[2])words), "=q"(was)
                     : "r"(65ul)
                     : "cc");
    assert(words[0] == 8 && words[1] == 4 && was == 1);
    Byte m = 0x0f;
    __asm__ volatile("lock; notb %0" : "+m"(m));
    __asm__ volatile("lock; orb %b1,%0" : "+m"(m) : "iq"(1));
    __asm__ volatile("lock; xorb %1,%0" : "+m"(m) : "q"((Byte)0x81));
    assert(m == 0x70);
}

static void registers(void)
{
    unsigned m = 21, r, other = 5;
    __asm__ volatile("movl %1, %%eax # twice\n\t"
                     "addl %%eax, %%eax\n\t"
                     "movl %%eax, %0"
                     : "=&r"(r)
                     : "m"(m)
                     : "eax", "cc");
    assert(r == 42);
    __asm__ volatile("xchg %0,%1" : "+r"(other), "+m"(m) : : "memory");
    assert(m == 5 && other == 21);
    __asm__ volatile("" : "+r"(other) : : "memory");
    assert(other == 21);
}

static void two_words(void)
{
    Two m = {1, 2};
    unsigned long low = 1, high = 2, dword = 0x100000002;
    unsigned even = 2, odd = 1;
    Byte same;
    __asm__ volatile("lock; cmpxchg16b %1; setz %0"
                     : "=q"(same), "+m"(m), "+a"(low), "+d"(high)
                     : "b"(3ul), "c"(4ul)
                     : "memory", "cc");
    assert(same && m.low == 3 && m.high == 4);
    __asm__ volatile("lock; cmpxchg16b %1; setz %0"
                     : "=q"(same), "+m"(m), "+a"(low), "+d"(high)
                     : "b"(5ul), "c"(6ul)
                     : "memory", "cc");
    assert(!same && low == 3 && high == 4 && m.low == 3);
    __asm__ volatile("lock; cmpxchg8b %1; setz %0"
                     : "=q"(same), "+m"(dword), "+a"(even), "+d"(odd)
                     : "b"(7), "c"(8)
                     : "memory", "cc");
    assert(same && dword == 0x800000007);
}

int main(void)
{
    __asm__ volatile("mfence" : : : "memory");
    __asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
    __asm__ volatile("rep; nop");
    compare();
    add();
    bits();
    registers();
    two_words();
    return 0;
}
