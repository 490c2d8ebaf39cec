//: prove proved
// A lock that waiting threads mark (0: free, 1: taken, 2: taken, and somebody waits), as over a futex.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;
/*@ ghost unsigned owner; writable_if owner == 0 || owner == tid */
/*@ invariant state == 0 <==> owner == 0 */
static int sum; //@ accessible_if owner == tid

/*@ performs (action "Mark": (state) { state == 0 <==> \old(state) == 0 })*;
      right action "Lock": (state, owner) { \old(owner) == 0 && owner == tid } */
void lock(void)
{
    int free = 0;
    if (atomic_compare_exchange_strong(&state, &free, 1)) {
        /*@ ghost owner = tid; */
        return;
    }
    while (atomic_exchange(&state, 2) != 0)
        while (state == 2)
            ;
    /*@ ghost owner = tid; */
}

/*@ requires owner == tid
    performs left action "Unlock": (state, owner) { \old(owner) == tid && owner == 0 } */
void unlock(void)
{
    atomic_store(&state, 0);
    /*@ ghost owner = 0; */
}

/*@ performs (action (state) { state == 0 <==> \old(state) == 0 })*;
      action (sum) { \old(owner) == 0 && sum == \old(sum) + k } */
void add(int k)
{
    lock();
    sum = (int)((unsigned)sum + (unsigned)k);
    unlock();
}
