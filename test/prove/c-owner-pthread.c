//: prove proved
// Who has a lock of the program's own is said in a type that is longer than the number of a thread, and in one that has a sign.
#include <pthread.h>
#include <stdatomic.h>
static atomic_bool taken;
/*@ ghost pthread_t owner; writable_if owner == 0 || owner == tid */
static int data; /*@ accessible_if owner == tid */
/*@ invariant taken <==> owner != 0 */
/*@ performs action (taken, owner) { \old(owner) == 0 && taken && owner == tid } */
void lock(void)
{
    _Bool free = 0;
    while (!atomic_compare_exchange_weak(&taken, &free, 1))
        free = 0;
    /*@ ghost owner = tid; */
}
/*@ requires owner == tid performs action (taken, owner) { !taken && owner == 0 } */
void unlock(void)
{
    taken = 0;
    /*@ ghost owner = 0; */
}
/*@ performs action (data) { \old(owner) == 0 && data == \old(data) + 1 } */
void client(void)
{
    lock();
    data++;
    unlock();
}
/*@ ghost int holder; writable_if holder == 0 || holder == tid */
static int other; /*@ accessible_if holder == tid */
/*@ requires holder == tid performs action (other) { other == \old(other) + 1 } */
void with_sign(void)
{
    other++;
}
