//: prove proved --int=math
// A lock of its own in each object: its invariant is known of the object that is looked at, also by who only glances at it.
#include <stdatomic.h>
struct spin {
    _Atomic int locked;
    /*@ ghost unsigned owner; writable_if owner == 0 || owner == tid */
    int data; /*@ accessible_if owner == tid */
    /*@ invariant (locked == 0) == (owner == 0) */
};
/*@ performs action (s->locked, s->owner) { \old(s->owner) == 0 && s->locked == 1 && s->owner == tid } */
static void lock(struct spin *s)
{
    for (;;) {
        int expected = 0;
        if (atomic_compare_exchange_strong(&s->locked, &expected, 1)) {
            /*@ ghost s->owner = tid; */
            return;
        }
    }
}
/*@ requires s->owner == tid
    performs action (s->locked, s->owner) { s->locked == 0 && s->owner == 0 } */
static void unlock(struct spin *s)
{
    atomic_store(&s->locked, 0);
    /*@ ghost s->owner = 0; */
}
/*@ performs action (s->data) { \old(s->owner) == 0 && s->data == \old(s->data) + 1 } */
void client(struct spin *s)
{
    lock(s);
    s->data++;
    unlock(s);
}
