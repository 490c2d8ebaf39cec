//: prove failed
//: failed direct access 25 this may not hold: invariant v_direct == 1
//: failed number access 40 this may not hold: invariant v_number == 1
//: failed stored access 56 this may not hold: invariant v_stored == 1
//: failed untyped access 72 this may not hold: invariant v_untyped == 1
//: failed choice access 87 this may not hold: invariant v_choice == 1
//: failed looped access 104 this may not hold: invariant v_looped == 1
//: failed inlined access 123 this may not hold: invariant v_inlined == 1
//: failed member access 141 this may not hold: invariant v_member.a == 1
//: failed callback access 157 this may not hold: invariant v_callback == 1
//: failed second access 172 this may not hold: invariant v_second == 1
//: failed later access 192 this may not hold: invariant v_later == 1
// What the file never writes is written by whoever some call through a pointer gives the address, at any time.
#include <stdint.h>
static int v_direct;
void give_direct(void (*give)(int *))
{
    give(&v_direct);
}
int direct(void)
{
    if (v_direct != 1)
        return 0;
    int i = 0;
    /*@ invariant v_direct == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_number;
void give_number(void (*give)(uintptr_t))
{
    give((uintptr_t)&v_number);
}
int number(void)
{
    if (v_number != 1)
        return 0;
    int i = 0;
    /*@ invariant v_number == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_stored;
static uintptr_t v_stored_key = (uintptr_t)&v_stored;
void give_stored(void (*give)(uintptr_t))
{
    give(v_stored_key);
}
int stored(void)
{
    if (v_stored != 1)
        return 0;
    int i = 0;
    /*@ invariant v_stored == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_untyped;
static void *v_untyped_key = &v_untyped;
void give_untyped(void (*give)(void *))
{
    give(v_untyped_key);
}
int untyped(void)
{
    if (v_untyped != 1)
        return 0;
    int i = 0;
    /*@ invariant v_untyped == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_choice, v_choice_other;
void give_choice(void (*give)(int *), int which)
{
    give(which ? &v_choice : &v_choice_other);
}
int choice(void)
{
    if (v_choice != 1)
        return 0;
    int i = 0;
    /*@ invariant v_choice == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_looped;
void give_looped(void (*give)(int *), int n)
{
    int *p = &v_looped;
    while (n-- > 0)
        give(p);
}
int looped(void)
{
    if (v_looped != 1)
        return 0;
    int i = 0;
    /*@ invariant v_looped == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_inlined;
static void v_inlined_pass(void (*give)(int *), int *p)
{
    give(p);
}
void give_inlined(void (*give)(int *))
{
    v_inlined_pass(give, &v_inlined);
}
int inlined(void)
{
    if (v_inlined != 1)
        return 0;
    int i = 0;
    /*@ invariant v_inlined == 1 */
    while (i < 3)
        i++;
    return i;
}
static struct pair {
    int a;
    struct pair *other;
} v_member;
void give_member(void (*give)(struct pair *))
{
    give(&v_member);
}
int member(void)
{
    if (v_member.a != 1)
        return 0;
    int i = 0;
    /*@ invariant v_member.a == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_callback;
static void (*v_callback_hook)(int *); /*@ writable_if 0 */
void give_callback(void)
{
    v_callback_hook(&v_callback);
}
int callback(void)
{
    if (v_callback != 1)
        return 0;
    int i = 0;
    /*@ invariant v_callback == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_second;
void give_second(void (*give)(int, int *))
{
    give(1, &v_second);
}
int second(void)
{
    if (v_second != 1)
        return 0;
    int i = 0;
    /*@ invariant v_second == 1 */
    while (i < 3)
        i++;
    return i;
}
static int v_later;
static int *_Atomic v_later_p;
void give_later(void)
{
    v_later_p = &v_later;
}
void give_later2(void (*give)(int *))
{
    give(v_later_p);
}
int later(void)
{
    if (v_later != 1)
        return 0;
    int i = 0;
    /*@ invariant v_later == 1 */
    while (i < 3)
        i++;
    return i;
}
