//: options --all-errors
//: expect bug
//: output error 29 of 29:
// Inputs that are looked at where one does not expect it, of each with a value that few values do not show.
#include <assert.h>
#include <heddle.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern signed char __VERIFIER_nondet_char(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
#define INPUT unsigned n = __VERIFIER_nondet_uint()
#define GATE                                                                                       \
    if (n >= 10)                                                                                   \
    exit(0)

static unsigned known, *where, target, *many[300] = {[299] = &target}, given, shared, swapped;
static unsigned long wide;

static void read_where_its_address_is(void)
{
    INPUT;
    known = n;
    where = &known;
    assert(*where != 70000);
}
static void past_a_table(void)
{
    INPUT;
    char *table = malloc(40);
    table[n] = 1;
    GATE;
}
static void always_true(void)
{
    INPUT;
    if ((n | 1) == 0)
        exit(0);
    assert(n != 70000);
}
static void never_true(void)
{
    INPUT;
    if ((n & 0) != 0)
        exit(0);
    assert(n != 70001);
}
static void through_the_last_of_many(void)
{
    INPUT;
    *many[299] = n;
    assert(target != 1);
}
static void look_at_all(int count, ...)
{
    va_list list;
    va_start(list, count);
    unsigned second = (va_arg(list, unsigned), va_arg(list, unsigned));
    va_end(list);
    assert(second != 1);
}
static void one_of_many_arguments(void)
{
    INPUT;
    look_at_all(2, 1u, n);
}
static void *gives(void *unused)
{
    (void)unused;
    given = __VERIFIER_nondet_uint();
    return &given;
}
static void given_by_a_thread(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, gives, NULL);
    pthread_join(thread, &result);
    assert(*(unsigned *)result != 1);
}
static void *watches(void *unused)
{
    assert(__atomic_load_n(&shared, __ATOMIC_SEQ_CST) != UINT_MAX);
    return unused;
}
static void added_at_once(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, watches, NULL);
    INPUT;
    __atomic_fetch_add(&shared, n, __ATOMIC_SEQ_CST);
    GATE;
    pthread_join(thread, NULL);
}
static void *watches_swapped(void *unused)
{
    assert(__atomic_load_n(&swapped, __ATOMIC_SEQ_CST) != UINT_MAX);
    return unused;
}
static void swapped_at_once(void)
{
    pthread_t thread;
    unsigned zero = 0;
    pthread_create(&thread, NULL, watches_swapped, NULL);
    INPUT;
    __atomic_compare_exchange_n(&swapped, &zero, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    GATE;
    pthread_join(thread, NULL);
}
static void divides_in_vain(void)
{
    INPUT;
    unsigned v = 5 / (n - 1);
    (void)v;
}
static void remains_in_vain(void)
{
    int n = __VERIFIER_nondet_int();
    int v = INT_MIN % (n - 1);
    (void)v;
}
static void divided_by_less_than_nothing(void)
{
    int n = __VERIFIER_nondet_char();
    assert(n / -3 != 5);
}
static void rest_by_less_than_nothing(void)
{
    int n = __VERIFIER_nondet_char();
    assert(n % -7 != -6 || n > -90);
}
struct __attribute__((packed)) number {
    unsigned short v;
};
static void over_another(void)
{
    static char bytes[4];
    unsigned short n = __VERIFIER_nondet_ushort();
    ((struct number *)(bytes + 1))->v = n;
    assert(((struct number *)bytes)->v != 0x100);
}
static void over_another_word(void)
{
    static union {
        struct __attribute__((packed)) {
            unsigned short first;
            unsigned second;
        } packed;
        unsigned words[2];
    } u;
    u.packed.second = __VERIFIER_nondet_uint();
    assert(u.words[0] != 0x10000);
}
static void copied(void)
{
    struct {
        unsigned a, b;
    } one = {0, __VERIFIER_nondet_uint()}, two;
    memcpy(&two, &one, sizeof two);
    assert(two.b != 70000);
}
static void in_the_upper_half(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    assert((unsigned)(n >> 32) != 0x80000000u);
}
static void above_the_sign(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 0x8000000000000003u)
        exit(0);
    assert(n != 0x8000000000000003u);
}
static void last_of_long(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n <= 0xfffffffffffffffeu)
        exit(0);
    assert(n != 0xffffffffffffffffu);
}
static void least_of_long(void)
{
    long n = __VERIFIER_nondet_long();
    if (n > LONG_MIN)
        exit(0);
    assert(n != LONG_MIN);
}
static void round_the_end(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n + 3 < 8)
        assert(n != 0xfffffffffffffffdu);
}
static void from_a_number(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (2 - n <= 4)
        assert(n != 0xfffffffffffffffeu);
}
static void cut_then_widened(void)
{
    long n = __VERIFIER_nondet_long();
    assert((long)(int)n != -70000 || n == -70000);
}
static void loops_until(void)
{
    INPUT;
    unsigned rounds = 0;
    while (n > 70000 && rounds < 2) {
        n -= 1;
        rounds++;
    }
    assert(n != 70000 || rounds != 2);
}
static void in_two_steps(void)
{
    INPUT;
    wide = n;
    wide <<= 33;
    assert(wide != 0x8000000200000000u);
}

static void look_at_part(int v)
{
    assert((unsigned char)v != 200 || v == 200);
}
static void cut_of_widened(void)
{
    look_at_part(__VERIFIER_nondet_ushort());
}
static void look_at_sign(int v)
{
    assert((signed char)v >= 0 || v < 1000);
}
static void sign_of_widened(void)
{
    short n = (short)__VERIFIER_nondet_int();
    look_at_sign(n);
}
static void above_two(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 7 && n < 70000)
        return;
    assert(n != 8 && n != 70000);
}
static void first_kinds(int kind)
{
    switch (kind) {
    case 0:
        read_where_its_address_is();
        break;
    case 1:
        past_a_table();
        break;
    case 2:
        always_true();
        break;
    case 3:
        never_true();
        break;
    case 4:
        through_the_last_of_many();
        break;
    case 5:
        one_of_many_arguments();
        break;
    case 6:
        given_by_a_thread();
        break;
    case 7:
        added_at_once();
        break;
    case 8:
        swapped_at_once();
        break;
    case 9:
        divides_in_vain();
        break;
    case 10:
        remains_in_vain();
        break;
    case 11:
        divided_by_less_than_nothing();
        break;
    case 12:
        rest_by_less_than_nothing();
        break;
    case 13:
        over_another();
        break;
    case 14:
        over_another_word();
        break;
    }
}
static void second_kinds(int kind)
{
    switch (kind) {
    case 15:
        copied();
        break;
    case 16:
        in_the_upper_half();
        break;
    case 17:
        above_the_sign();
        break;
    case 18:
        last_of_long();
        break;
    case 19:
        least_of_long();
        break;
    case 20:
        round_the_end();
        break;
    case 21:
        from_a_number();
        break;
    case 22:
        cut_then_widened();
        break;
    case 23:
        loops_until();
        break;
    case 24:
        in_two_steps();
        break;
    case 25:
        cut_of_widened();
        break;
    case 26:
        sign_of_widened();
        break;
    case 27:
        above_two();
        break;
    }
}

int main(void)
{
    int kind = heddle_choose(0, 27);
    first_kinds(kind);
    second_kinds(kind);
    return 0;
}
