// One thing a function: what becomes of it stands in lower.ir, to be read line by line.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct Bits {
    unsigned low : 3;
    int middle : 7;
    unsigned long long wide : 36;
};
struct __attribute__((packed)) Packed {
    char tag;
    int number;
    short last;
};
struct Pair {
    int first;
    struct {
        char c;
        long l;
    } inner[2];
};
union Either {
    unsigned number;
    unsigned char byte[4];
    float real;
};

static struct Bits bits;
static struct Packed packed;
static struct Pair pair, other;
static union Either either;
static signed char s8;
static unsigned short u16;
static long long s64;
static double real;
static _Atomic int atom;
static volatile int device;
static _Thread_local int mine;
static int (*function)(int);
static int *pointer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int promoted(signed char a, unsigned short b)
{
    return a * b;
}
static unsigned char narrowed(int a)
{
    return (unsigned char)(a + 1);
}
static long long widened(int a, unsigned b)
{
    return (long long)a + b;
}
static int divided(int a, int b)
{
    return a / b + a % b;
}
static unsigned divided_unsigned(unsigned a, unsigned b)
{
    return a / b + a % b;
}
static int shifted(int a, int b)
{
    return (a << b) + (a >> b);
}
static unsigned long shifted_unsigned(unsigned long a)
{
    return a << 3 | a >> 5;
}
static int compared(int a, unsigned b)
{
    return (a < -1) + (b < 7u) + (a != 3);
}
static int overflows(int a, int b)
{
    return __builtin_add_overflow(a, b, &a) ? 0 : a;
}
static double floats(float a, int b)
{
    return a * b + 0.5;
}
static int from_float(double a)
{
    return (int)a;
}
static void put_bits(unsigned a)
{
    bits.low = a;
    bits.middle = -5;
    bits.wide = a;
}
static int get_bits(void)
{
    return bits.middle + (int)bits.low;
}
static void put_packed(int a)
{
    packed.number = a;
}
static long nested(int k)
{
    return pair.inner[k].l;
}
static void copies(void)
{
    other = pair;
}
static unsigned char byte_of(unsigned a)
{
    either.number = a;
    return either.byte[1];
}
static int choice(int a)
{
    return a ? 1 : a > 2 ? 2 : 3;
}
static int chosen(int a)
{
    switch (a) {
    case 1:
        return 10;
    case 2:
    case 3:
        return 20;
    default:
        return 30;
    }
}
static int looped(int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += k;
    return sum;
}
static int twice(int a)
{
    return 2 * a;
}
static int indirect(int a)
{
    return function(a);
}
static void counts(void)
{
    atom++;
}
static int swaps(int a)
{
    return atomic_exchange_explicit(&atom, a, memory_order_acq_rel);
}
static _Bool compares(int *a)
{
    return atomic_compare_exchange_strong(&atom, a, 5);
}
static void touches(void)
{
    device = device + 1;
}
static void local_to_thread(void)
{
    mine = 3;
}
static void guarded(void)
{
    pthread_mutex_lock(&lock);
    s64--;
    pthread_mutex_unlock(&lock);
}
static void on_the_heap(void)
{
    pointer = malloc(2 * sizeof *pointer);
    pointer[1] = 4;
    free(pointer);
}
static long between(int *a, int *b)
{
    return b - a;
}
static void cleared(void)
{
    memset(&pair, 0, sizeof pair);
}

int main(void)
{
    int array[3] = {1, 2, 3}, expected = 5;
    s8 = (signed char)promoted(s8, u16);
    u16 = narrowed(300);
    s64 = widened(-1, 1) + divided(7, 2) + divided_unsigned(7, 2) + shifted(1, 2);
    s64 += (long long)shifted_unsigned(5) + compared(-2, 3) + overflows(1, 2);
    real = floats(1.5f, 2) + from_float(2.5);
    put_bits(9);
    put_packed(get_bits());
    s64 += nested(1) + byte_of(0x1234) + choice(3) + chosen(2) + looped(3);
    copies();
    function = twice;
    s64 += indirect(4) + swaps(5) + compares(&expected);
    counts();
    touches();
    local_to_thread();
    guarded();
    on_the_heap();
    s64 += between(array, array + 2);
    cleared();
    return 0;
}
