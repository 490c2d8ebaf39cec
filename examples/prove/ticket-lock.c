//: prove proved
// A ticket lock: who draws a number waits until it is served.
#include <stdatomic.h>

static atomic_uint next, serving;

/*@ performs action "Draw": (next) { \result == \old(next) && next == \old(next) + 1 } */
unsigned draw(void)
{
    return atomic_fetch_add(&next, 1);
}

/*@ performs action "Enter": () { serving == t } */
void enter(unsigned t)
{
    while (serving != t)
        ;
}

/*@ performs action "Leave": (serving) { serving == \old(serving) + 1 } */
void leave(void)
{
    atomic_fetch_add(&serving, 1);
}
