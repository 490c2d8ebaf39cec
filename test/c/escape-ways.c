//: expect bug assert
//: options --all-errors --property=assert
//: errors 20
// The address of a variable gets to the other thread in each of these ways, so that it may write between two looks at it.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

typedef atomic_int Cell;
typedef struct {
    long before[3];
    Cell *cell;
} Large;
typedef struct {
    Cell first, second;
} Two;

static _Atomic(Cell *) cell, other;
static atomic_uintptr_t number;
static Cell *plain;
static _Atomic(Two *) two;
static _Thread_local Cell own;
static _Thread_local Two own_two;
static pthread_t thread;

static void *change(void *given)
{
    Cell *c = given ? given : cell ? cell : (Cell *)number;
    atomic_fetch_add(c, 1);
    return NULL;
}
static void go(void *given)
{
    pthread_create(&thread, NULL, change, given);
}
#define LOOK(c)                                                                                    \
    do {                                                                                           \
        int a = c;                                                                                 \
        assert(a == c);                                                                            \
        pthread_join(thread, NULL);                                                                \
    } while (0)

static void by_store(void)
{
    Cell x = 0;
    cell = &x;
    go(NULL);
    LOOK(x);
}
static void by_exchange(void)
{
    Cell x = 0;
    atomic_exchange(&cell, &x);
    go(NULL);
    LOOK(x);
}
static void by_compare(void)
{
    Cell x = 0, *none = NULL;
    atomic_compare_exchange_strong(&cell, &none, &x);
    go(NULL);
    LOOK(x);
}
static void by_number(void)
{
    Cell x = 0;
    number = (uintptr_t)&x;
    go(NULL);
    LOOK(x);
}
static void by_argument(void)
{
    Cell x = 0;
    go(&x);
    LOOK(x);
}
static void of_member(void)
{
    Two x = {0, 0};
    cell = &x.second;
    go(NULL);
    LOOK(x.second);
}
static void of_element(void)
{
    Cell x[3] = {0, 0, 0};
    volatile int k = 2;
    cell = &x[k];
    go(NULL);
    LOOK(x[2]);
}
static void by_choice(void)
{
    volatile int k = 1;
    Cell x = 0, y = 0;
    cell = k ? &y : &x;
    go(NULL);
    LOOK(y);
}
static void take(Large large)
{
    cell = large.cell;
}
static void by_struct(void)
{
    Cell x = 0;
    Large large = {{1, 2, 3}, &x};
    take(large);
    go(NULL);
    LOOK(x);
}
static Large give(Cell *c)
{
    return (Large){{0}, c};
}
static void by_result(void)
{
    Cell x = 0;
    cell = give(&x).cell;
    go(NULL);
    LOOK(x);
}
static void take_any(int n, ...)
{
    va_list list;
    va_start(list, n);
    cell = va_arg(list, Cell *);
    va_end(list);
}
static void by_ellipsis(void)
{
    Cell x = 0;
    take_any(1, &x);
    go(NULL);
    LOOK(x);
}
static void by_copy(void)
{
    Cell x = 0, *p = &x;
    memcpy(&plain, &p, sizeof p);
    cell = plain;
    go(NULL);
    LOOK(x);
}
static void of_thread_local(void)
{
    own = 0;
    cell = &own;
    go(NULL);
    LOOK(own);
}
static void member_of_thread_local(void)
{
    cell = &own_two.second;
    go(NULL);
    LOOK(own_two.second);
}
static void by_pointer(void)
{
    Cell x = 0;
    void (*f)(void *) = go;
    f(&x);
    LOOK(x);
}
static void of_literal(void)
{
    Two *p = &(Two){0, 0};
    cell = &p->second;
    go(NULL);
    LOOK(p->second);
}
static void of_array_with_length(int n)
{
    Cell x[n];
    x[n - 1] = 0;
    cell = &x[n - 1];
    go(NULL);
    LOOK(x[n - 1]);
}
static void nested(void)
{
    struct {
        struct {
            Cell c[2];
        } in[2];
    } x = {0};
    cell = x.in[1].c;
    go(NULL);
    LOOK(x.in[1].c[0]);
}
static void by_parameter(Cell x)
{
    cell = &x;
    go(NULL);
    LOOK(x);
}
static void by_out(Cell **out, Cell *c)
{
    *out = c;
}
static void through_function(void)
{
    Cell x = 0, *p;
    by_out(&p, &x);
    cell = p;
    go(NULL);
    LOOK(x);
}
static void of_array(void)
{
    of_array_with_length(2);
}
static void of_parameter(void)
{
    by_parameter(0);
}
static void (*const ways[])(void) = {by_store,        by_exchange,
                                     by_compare,      by_number,
                                     by_argument,     of_member,
                                     of_element,      by_choice,
                                     by_struct,       by_result,
                                     by_ellipsis,     by_copy,
                                     of_thread_local, member_of_thread_local,
                                     by_pointer,      of_literal,
                                     of_array,        nested,
                                     of_parameter,    through_function};

int main(void)
{
    ways[heddle_choose(0, 19)]();
    return 0;
}
