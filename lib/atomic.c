/* atomic.c -- atomic operations on objects that no instruction handles at once: the functions of
 * libatomic that compilers call for them.  All are sequentially consistent. */
#include "intrinsics.h"

void __heddle_atomic_load(size_t size, void *from, void *to) __asm__("__atomic_load");
void __heddle_atomic_store(size_t size, void *to, void *from) __asm__("__atomic_store");
void __heddle_atomic_exchange(size_t size, void *at, void *desired,
                              void *old) __asm__("__atomic_exchange");
_Bool __heddle_atomic_compare_exchange(size_t size, void *at, void *expected,
                                       void *desired) __asm__("__atomic_compare_exchange");
_Bool __heddle_atomic_is_lock_free(size_t size, void *at) __asm__("__atomic_is_lock_free");

void __heddle_atomic_load(size_t size, void *from, void *to)
{
    __heddle_atomic_begin();
    __builtin_memcpy(to, from, size);
    __heddle_atomic_end();
}

void __heddle_atomic_store(size_t size, void *to, void *from)
{
    __heddle_atomic_begin();
    __builtin_memcpy(to, from, size);
    __heddle_atomic_end();
}

void __heddle_atomic_exchange(size_t size, void *at, void *desired, void *old)
{
    void *kept = __builtin_alloca(size);
    __heddle_atomic_begin();
    __builtin_memcpy(kept, at, size);
    __builtin_memcpy(at, desired, size);
    __builtin_memcpy(old, kept, size);
    __heddle_atomic_end();
}

/* Not strong only: a weak one may fail, but need not. */
_Bool __heddle_atomic_compare_exchange(size_t size, void *at, void *expected, void *desired)
{
    const unsigned char *a = at, *e = expected;
    _Bool equal = 1;
    __heddle_atomic_begin();
    for (size_t k = 0; k < size && equal; k++)
        equal = a[k] == e[k];
    if (equal)
        __builtin_memcpy(at, desired, size);
    else
        __builtin_memcpy(expected, at, size);
    __heddle_atomic_end();
    return equal;
}

_Bool __heddle_atomic_is_lock_free(size_t size, void *at)
{
    (void)at;
    return size <= sizeof(void *);
}
