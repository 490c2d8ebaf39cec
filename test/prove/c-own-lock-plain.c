//: prove failed --int=math
//: failed unlock access 24 a data race: locked, which is neither atomic nor volatile, is written here
// Who waits for the lock looks at it while its holder gives it back: with a plain store that is a race.
#include <pthread.h>
static int locked;
/*@ ghost unsigned owner; writable_if owner == 0 || owner == tid */
static int data; /*@ accessible_if owner == tid */
/*@ invariant (locked == 0) == (owner == 0) */
/*@ performs action (locked, owner) { \old(owner) == 0 && locked == 1 && owner == tid } */
static void lock(void)
{
    int expected = 0;
    while (
        !__atomic_compare_exchange_n(&locked, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        expected = 0;
    /*@ ghost owner = tid; */
}
/*@ requires owner == tid
    performs action (locked, owner) { locked == 0 && owner == 0 } */
static void unlock(void)
{

    // the holder gives it back
    locked = 0;
    /*@ ghost owner = 0; */
}
/*@ performs action (data) { \old(owner) == 0 && data == \old(data) + 1 } */
void client(void)
{
    lock();
    data++;
    unlock();
}
