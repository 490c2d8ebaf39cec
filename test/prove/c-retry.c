//: prove proved
// Retry loops as people write them: where nothing is left to do, the look that says so is the action.
// do-while load, increment (right)
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int x;
/*@ performs action (x) { x == \old(x) + 1 } */
void inc_do(void)
{
    int old;
    do {
        old = x;
    } while (!atomic_compare_exchange_weak(&x, &old, old + 1));
}
/*@ performs action (x) { x == \old(x) + 1 && \result == \old(x) } */
int inc_load_once(void)
{
    int old = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &old, old + 1)) {
    }
    return old;
}
/*@ performs action (x) { x == \old(x) + 1 && \result == \old(x) } */
int inc_semi(void)
{
    int old = x;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
    return old;
}
/*@ performs action () { x >= v } [] action (x) { \old(x) < v && x == v } */
void max(int v)
{
    int old = x;
    while (old < v && !atomic_compare_exchange_weak(&x, &old, v))
        ;
}
/*@ performs action () { x >= v } [] action (x) { \old(x) < v && x == v } */
void max_break(int v)
{
    int old = x;
    for (;;) {
        if (old >= v)
            break;
        if (atomic_compare_exchange_weak(&x, &old, v))
            break;
    }
}
/*@ performs action (x) { x == (\old(x) < v ? v : \old(x)) } */
void max_one(int v)
{
    int old = x;
    while (old < v && !atomic_compare_exchange_weak(&x, &old, v))
        ;
}
/*@ performs action () { x >= v && !\result } [] action (x) { \old(x) < v && x == v && \result} */
bool max_result(int v)
{
    int old = atomic_load(&x);
    do {
        if (old >= v)
            return false;
    } while (!atomic_compare_exchange_weak(&x, &old, v));
    return true;
}
/*@ performs action (x) { x == \old(x) * 2 && \result == \old(x) * 2 } */
int dbl(void)
{
    int old = x, new;
    do {
        new = old * 2;
    } while (!atomic_compare_exchange_weak(&x, &old, new));
    return new;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_unless_zero(void)
{
    int c = atomic_load(&x);
    while (c != 0) {
        if (atomic_compare_exchange_weak(&x, &c, c + 1))
            return true;
    }
    return false;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_unless_zero2(void)
{
    int c = atomic_load(&x);
    do {
        if (c == 0)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&x, &c, c + 1, memory_order_acquire,
                                                    memory_order_relaxed));
    return true;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_unless_zero3(void)
{
    int c = atomic_load(&x);
    bool ok = false;
    while (c != 0 && !(ok = atomic_compare_exchange_weak(&x, &c, c + 1)))
        continue;
    return ok;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_unless_zero4(void)
{
    int c = atomic_load(&x);
    while (c != 0 && !atomic_compare_exchange_weak(&x, &c, c + 1))
        ;
    return c != 0;
}
/*@ performs action (x) { x == v && \result == \old(x) } */
int swap(int v)
{
    int old = x;
    while (!atomic_compare_exchange_weak(&x, &old, v))
        ;
    return old;
}
/*@ performs action (x) { x == (\old(x) | b) && \result == ((\old(x) & b) == 0) } */
bool set_bits(int b)
{
    int old = x;
    while (!atomic_compare_exchange_weak(&x, &old, old | b))
        ;
    return (old & b) == 0;
}
