//: prove proved
// A spin lock.
#include <stdatomic.h>

static atomic_bool taken;

/*@ performs action "Lock": (taken) { !\old(taken) && taken } */
void lock(void)
{
    while (atomic_exchange(&taken, 1))
        ;
}

/*@ performs action "Unlock": (taken) { !taken } */
void unlock(void)
{
    atomic_store(&taken, 0);
}
