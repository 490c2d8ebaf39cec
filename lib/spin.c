/* spin.c -- pthread_spin_*: four bytes, nothing but the machine's lock.  A thread that spins waits.
 */
#include "signal.h"

typedef unsigned pthread_spinlock_t;

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    *lock = 0;
    return 0;
}

static int spin_stays(pthread_spinlock_t *lock)
{
    (void)lock;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    ABSTRACT(spin_stays);
    __heddle_atomic_begin();
    if (!__heddle_try(lock))
        __heddle_fail("busy", "a spin lock is destroyed while a thread holds it");
    __heddle_release(lock);
    __heddle_atomic_end();
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    if (SIGNALS)
        __heddle_signal_acquire(lock);
    else
        __heddle_acquire(lock);
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    if (__heddle_may_fail())
        return EBUSY;
    return __heddle_try(lock) ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    __heddle_release(lock);
    return 0;
}
