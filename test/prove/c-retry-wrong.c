//: prove failed
//: failed max_wrong_test performs 37
//: failed max_no_retry performs 43
//: failed max_store performs 53
//: failed max_twice performs 61
//: failed max_result performs 68
//: failed max_result2 performs 78
//: failed get_gives_up performs 90
//: failed get_stale performs 104
//: failed get_flag performs 115
//: failed inc_new performs 124
//: failed inc_double performs 135
//: failed inc_maybe performs 143
//: failed inc_inverted performs 149
//: failed inc_stale performs 159
//: failed swap performs 166
//: failed clamp performs 175
//: failed clamp2 performs 182
//: failed cas_from performs 188
//: failed cas_from2 performs 198
//: failed acquire_below performs 206
//: failed acquire_neg performs 216
//: failed get_lucky performs 226
//: failed get_swapped performs 234
//: failed get_first performs 243
//: failed both performs 255
// None of them does what it says: each goes wrong when another thread writes x between two of its steps, or alone.
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int x;
/*@ performs action () { x >= v } [] action (x) { \old(x) < v && x == v } */
void max_wrong_test(int v)
{
    int old = x;
    while (old < v - 1 && !atomic_compare_exchange_weak(&x, &old, v))
        ;
}
/*@ performs action () { x >= v } [] action (x) { \old(x) < v && x == v } */
void max_no_retry(int v)
{
    int old = x;
    if (old < v)
        atomic_compare_exchange_weak(&x, &old, v);
}
/*@ performs action () { x >= v } [] action (x) { \old(x) < v && x == v } */
void max_store(int v)
{
    int old = x;
    while (old < v) {
        x = v;
        old = v;
    }
}
/*@ performs action (x) { x == (\old(x) < v ? v : \old(x)) } */
void max_twice(int v)
{
    int old = x;
    while (old < v && !atomic_compare_exchange_weak(&x, &old, v))
        ;
    x = x;
}
/*@ performs action () { x >= v && !\result } [] action (x) { \old(x) < v && x == v && \result} */
bool max_result(int v)
{
    int old = atomic_load(&x);
    do {
        if (old >= v)
            return true;
    } while (!atomic_compare_exchange_weak(&x, &old, v));
    return true;
}
/*@ performs action () { x >= v && !\result } [] action (x) { \old(x) < v && x == v && \result} */
bool max_result2(int v)
{
    int old = atomic_load(&x);
    do {
        if (old >= v)
            return false;
    } while (!atomic_compare_exchange_weak(&x, &old, v));
    return old < 0;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_gives_up(void)
{
    int c = atomic_load(&x);
    while (c != 0) {
        if (atomic_compare_exchange_weak(&x, &c, c + 1))
            return true;
        else
            return false;
    }
    return false;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_stale(void)
{
    int c = atomic_load(&x);
    while (c != 0) {
        int e = c;
        if (atomic_compare_exchange_weak(&x, &e, c + 1))
            return true;
        c = c - 1;
    }
    return false;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_flag(void)
{
    int c = atomic_load(&x);
    bool ok = false;
    while (c != 0 && !ok) {
        atomic_compare_exchange_weak(&x, &c, c + 1);
        ok = true;
    }
    return ok;
}
/*@ performs action (x) { x == \old(x) + 1 && \result == \old(x) } */
int inc_new(void)
{
    int old;
    do {
        old = x;
    } while (!atomic_compare_exchange_weak(&x, &old, old + 1));
    return x - 1;
}
/*@ performs action (x) { x == \old(x) + 1 } */
void inc_double(void)
{
    int old;
    do {
        old = x;
    } while (!atomic_compare_exchange_weak(&x, &old, old + 1));
    while (!atomic_compare_exchange_weak(&x, &old, old + 1))
        ;
}
/*@ performs action (x) { x == \old(x) + 1 } */
void inc_maybe(void)
{
    int old = x;
    for (int i = 0; i < 100; i++)
        if (atomic_compare_exchange_weak(&x, &old, old + 1))
            return;
}
/*@ performs action (x) { x == \old(x) + 1 } */
void inc_inverted(void)
{
    int old;
    do {
        old = x;
    } while (atomic_compare_exchange_strong(&x, &old, old + 1));
}
/*@ performs action (x) { x == \old(x) + 1 } */
void inc_stale(void)
{
    int old = x;
    int new = old + 1;
    while (!atomic_compare_exchange_weak(&x, &old, new))
        ;
}
/*@ performs action (x) { x == v && \result == \old(x) } */
int swap(int v)
{
    int old = x, first = old;
    while (!atomic_compare_exchange_weak(&x, &old, v))
        ;
    return first;
}
/*@ performs action (x) { x == (\old(x) < lo ? lo : \old(x) > hi ? hi : \old(x)) } */
void clamp(int lo, int hi)
{
    int n = atomic_load(&x), want;
    do {
        want = n < lo ? lo : n > hi ? hi : n;
    } while (want == n && !atomic_compare_exchange_weak(&x, &n, want));
}
/*@ performs action (x) { x == (\old(x) < lo ? lo : \old(x) > hi ? hi : \old(x)) } */
void clamp2(int lo, int hi)
{
    int n = atomic_load(&x), want = n < lo ? lo : n > hi ? hi : n;
    while (want != n && !atomic_compare_exchange_weak(&x, &n, want))
        ;
}
/*@ performs action () { !\result && x != from } [] action (x) { \result && \old(x) == from && x == to } */
bool cas_from(int from, int to)
{
    int e = from;
    while (!atomic_compare_exchange_weak(&x, &e, to)) {
        return false;
    }
    return true;
}
/*@ performs action () { !\result && x != from } [] action (x) { \result && \old(x) == from && x == to } */
bool cas_from2(int from, int to)
{
    int e = from;
    while (!atomic_compare_exchange_weak(&x, &e, to)) {
    }
    return true;
}
/*@ performs action () { \result == false && x > 9 } [] action (x) { \old(x) <= 9 && x == \old(x) + 1 && \result } */
bool acquire_below(void)
{
    int n = atomic_load(&x);
    do {
        if (n > 10)
            return false;
    } while (!atomic_compare_exchange_weak(&x, &n, n + 1));
    return true;
}
/*@ performs action () { \result == false && x > 9 } [] action (x) { \old(x) <= 9 && x == \old(x) + 1 && \result } */
bool acquire_neg(void)
{
    int n = atomic_load(&x);
    do {
        if (n > 9)
            return false;
    } while (!atomic_compare_exchange_weak(&x, &n, n + 1));
    return n >= 0;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_lucky(void)
{
    int c = atomic_load(&x);
    while (c != 0 && !atomic_compare_exchange_weak(&x, &c, c + 1))
        ;
    return x != 0;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_swapped(void)
{
    int c = atomic_load(&x);
    while (c != 0 && !atomic_compare_exchange_weak(&x, &c, c + 1))
        ;
    return c == 0;
}
/*@ performs action () { x == 0 && !\result } [] action (x) { \old(x) != 0 && x == \old(x) + 1 && \result } */
bool get_first(void)
{
    bool first = true;
    int c = atomic_load(&x);
    while (c != 0 && !atomic_compare_exchange_weak(&x, &c, c + 1))
        first = false;
    return first && c != 0;
}
/*@ performs action () { \result == false && x > 9 } [] action (x) { \old(x) <= 9 && x == \old(x) + 1 && \result } */
bool both(void)
{
    int n = x;
    bool ok = false;
    while (!ok && n <= 9) {
        ok = atomic_compare_exchange_strong(&x, &n, n + 1);
        if (n == 5)
            ok = false;
    }
    return ok;
}
