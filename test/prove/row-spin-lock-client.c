//: prove proved
// A lock of the program's own, and a client that it makes atomic
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int locked;
/*@ ghost unsigned owner; writable_if owner == 0 || owner == tid */
static int data; /*@ accessible_if owner == tid */
/*@ invariant (locked == 0) == (owner == 0) */
/*@ performs action (locked, owner) { \old(owner) == 0 && locked == 1 && owner == tid } */
static void lock(void)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&locked, &expected, 1))
        expected = 0;
    /*@ ghost owner = tid; */
}
/*@ requires owner == tid
    performs action (locked, owner) { locked == 0 && owner == 0 } */
static void unlock(void)
{
    atomic_store(&locked, 0);
    /*@ ghost owner = 0; */
}
/*@ performs action (data) { \old(owner) == 0 && data == \old(data) + 1 } */
void client(void)
{
    lock();
    data++;
    unlock();
}
