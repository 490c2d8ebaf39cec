//: prove failed
//: failed enter performs 19 the method returns, and its performs demands another action
//: failed leave performs 33 the predicate of the action does not hold: \result == -1
//: failed try_enter performs 45 the method returns, and its performs demands another action
// As c-bounded-counter.c, with limits that are off by one, and a number that was before.
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int used;

/*@ performs action () { !\result && \old(used) >= 10 }
       [] action (used) {
              \result && used == \old(used) + 1 && \old(used) < 10 } */
bool enter(void)
{
    int seen = atomic_load(&used);
    while (seen < 11)
        if (atomic_compare_exchange_weak(&used, &seen, seen + 1))
            return true;
    return false;
}
/*@ performs action () { \result == -1 && \old(used) == 0 }
       [] action (used) {
              \result == used && used == \old(used) - 1 && \old(used) != 0 } */
int leave(void)
{
    for (;;) {
        int seen = atomic_load(&used);
        if (seen == 0)
            return -1;
        if (atomic_compare_exchange_strong(&used, &seen, seen - 1))
            return seen;
    }
}
static atomic_int entered;

/*@ performs action () { !\result && \old(entered) >= 10 }
       [] action (entered) {
              \result && entered == \old(entered) + 1 && \old(entered) < 10 } */
bool try_enter(void)
{
    int seen = atomic_load(&entered);
    bool done = false;
    while (!done && seen < 9)
        done = atomic_compare_exchange_weak(&entered, &seen, seen + 1);
    return done;
}
