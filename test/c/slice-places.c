//: options --all-errors
//: expect bug
//: output error 21 of 21:
// What is written is looked at by another way: other widths and strides, pointers out of one of several objects, copies, results.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>

static union {
    unsigned number;
    unsigned char bytes[4];
} part;
static struct four {
    unsigned char a, b, c, d;
} fours[4], one_four;
static struct item {
    int a, b, c;
} items[3], others[3], more[3];
static struct five {
    int v[5];
} fives[4];
static struct wide {
    long a, b, c;
} wide, kept;
static struct holder {
    int *p;
} one, two, three;
static int x, y, z, v, w, u, s, t, counted, *first, *second, numbers[6];
static short halves[4];

static void narrow_at_the_end(void)
{
    part.bytes[3] = 1;
    assert(part.number != 0x1000000);
}
static void narrow_in_an_element(void)
{
    fours[heddle_choose(0, 3)].d = 1;
    assert(((unsigned *)fours)[1] != 0x1000000);
}
static void wide_over_narrow(void)
{
    *(unsigned *)&one_four.a = 0x2000000;
    assert(one_four.d != 2);
}
static void two_strides(void)
{
    int k = heddle_choose(0, 2), *flat = (int *)items, *p = &items[k].a;
    if (heddle_choose(0, 1))
        p = &flat[k];
    *p = 5;
    assert(items[0].b != 5);
}
static void columns_first(void)
{
    int j = heddle_choose(0, 4), i = heddle_choose(0, 2), *flat = (int *)fives;
    struct five *q = (struct five *)(flat + j);
    q[i].v[0] = 7;
    assert(fives[2].v[3] != 7);
}
static void backwards(void)
{
    int *end = numbers + 6;
    end[-heddle_choose(1, 6)] = 8;
    assert(numbers[4] != 8);
}
static void by_a_constant(void)
{
    struct item *p = others;
    p[2].b = 6;
    assert(((int *)others)[7] != 6);
}
static void behind_a_pointer(void)
{
    struct item *p = &more[heddle_choose(0, 1)];
    p++;
    p->c = 9;
    assert(more[2].c != 9);
}
static void second_of_two_cells(void)
{
    first = &x;
    second = &y;
    int **p = heddle_choose(0, 1) ? &first : &second;
    y = 5;
    assert(**p != 5);
}
static void second_of_two_copied(void)
{
    one.p = &z;
    two.p = &v;
    memcpy(&three, heddle_choose(0, 1) ? &one : &two, sizeof three);
    v = 5;
    assert(*three.p != 5);
}
static int *get_first(void)
{
    return &x;
}
static int *get_second(void)
{
    return &w;
}
static void pointer_of_a_called_pointer(void)
{
    int *(*get)(void) = heddle_choose(0, 1) ? get_first : get_second;
    w = 6;
    assert(*get() != 6);
}
static int give_first(void)
{
    return 1;
}
static int give_second(void)
{
    return 7;
}
static void result_of_a_called_pointer(void)
{
    int (*give)(void) = heddle_choose(0, 1) ? give_first : give_second;
    assert(give() != 7);
}
static void takes(int unused, int number)
{
    (void)unused;
    assert(number != 4);
}
static void takes_other(int unused, int number)
{
    (void)unused, (void)number;
}
static void argument_of_a_called_pointer(void)
{
    void (*to)(int, int) = heddle_choose(0, 1) ? takes_other : takes;
    to(1, heddle_choose(3, 4));
}
static void *gives_place(void *unused)
{
    (void)unused;
    return &u;
}
static void place_from_a_thread(void)
{
    pthread_t thread;
    void *place;
    u = 3;
    pthread_create(&thread, NULL, gives_place, NULL);
    pthread_join(thread, &place);
    assert(*(int *)place != 3);
}
static void third_of_a_copy(void)
{
    wide.c = 4;
    kept = wide;
    assert(kept.c != 4);
}
static void filled(void)
{
    memset(halves, heddle_choose(0, 1), sizeof halves);
    assert(halves[3] != 0x101);
}
static void counts(int count, ...)
{
    va_list list;
    va_start(list, count);
    (void)va_arg(list, int);
    s = va_arg(list, int);
    va_end(list);
    assert(s != 9);
}
static void one_of_many_arguments(void)
{
    counts(2, 8, 9);
}
static void exchanged(void)
{
    __atomic_store_n(&t, 3, __ATOMIC_SEQ_CST);
    assert(__atomic_exchange_n(&t, 4, __ATOMIC_SEQ_CST) != 3);
}
static void compared(void)
{
    static int cell;
    int expected = 5;
    cell = 5;
    assert(
        !__atomic_compare_exchange_n(&cell, &expected, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}
static void compared_and_told(void)
{
    static int cell;
    int expected = 5;
    cell = 7;
    __atomic_compare_exchange_n(&cell, &expected, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert(expected != 7);
}
static void count_down(int n)
{
    counted = counted + n;
    if (n)
        count_down(n - 1);
}
static void recursive(void)
{
    count_down(3);
    assert(counted != 6);
}
static void first_kinds(int kind)
{
    switch (kind) {
    case 0:
        narrow_at_the_end();
        break;
    case 1:
        narrow_in_an_element();
        break;
    case 2:
        wide_over_narrow();
        break;
    case 3:
        two_strides();
        break;
    case 4:
        columns_first();
        break;
    case 5:
        backwards();
        break;
    case 6:
        by_a_constant();
        break;
    case 7:
        behind_a_pointer();
        break;
    case 8:
        second_of_two_cells();
        break;
    case 9:
        second_of_two_copied();
        break;
    case 10:
        pointer_of_a_called_pointer();
        break;
    case 11:
        result_of_a_called_pointer();
        break;
    case 12:
        argument_of_a_called_pointer();
        break;
    case 13:
        place_from_a_thread();
        break;
    case 14:
        third_of_a_copy();
        break;
    }
}
static void second_kinds(int kind)
{
    switch (kind) {
    case 15:
        filled();
        break;
    case 16:
        one_of_many_arguments();
        break;
    case 17:
        exchanged();
        break;
    case 18:
        compared();
        break;
    case 19:
        compared_and_told();
        break;
    case 20:
        recursive();
        break;
    }
}

int main(void)
{
    int kind = heddle_choose(0, 20);
    first_kinds(kind);
    second_kinds(kind);
    return 0;
}
