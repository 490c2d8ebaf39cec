//: prove failed --int=math
//: failed client performs 41 the block changes locked from 0 to 1, which the action does not modify
//: failed unlock_of_anybody access 34 owner is written against its predicate
// Somebody asks who has the lock and somebody gives it back who does not have it: it makes nothing atomic any more.
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
/*@ performs action () { \result == locked } */
int is_locked(void)
{
    return atomic_load(&locked);
}
/*@ performs action (locked, owner) { locked == 0 && owner == 0 } */
void unlock_of_anybody(void)
{
    atomic_store(&locked, 0); /*@ ghost owner = 0; */
}
/*@ performs action (data) { \old(owner) == 0 && data == \old(data) + 1 } */
void client(void)
{
    lock();
    data++;
    unlock();
}
