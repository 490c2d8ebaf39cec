/* check.h -- assertions and walkers for the hard build.
 *
 * assert() is active in every build: it states what is cheap to compare where it stands.
 * hard_assert() states what costs more (a loop, a look-up, a comparison in a place that runs all
 * the time): the compiler checks it in every build, and only `make hard` evaluates it.
 *
 * A walker goes through a whole structure and asserts what must be true of all of it.  It is called
 * as `if (HARD_CHECKS) walk(...)`: at the end of a search, or, where a structure grows, whenever its
 * size passes a power of two (check_is_due), so that all walks together cost about as much as a few. */
#ifndef BASE_CHECK_H
#define BASE_CHECK_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef HARD
enum { HARD_CHECKS = 1 };
#else
enum { HARD_CHECKS = 0 };
#endif

#define hard_assert(what) assert(!HARD_CHECKS || (what))

/* Is it time to walk through a structure that has just grown to this size? */
static inline bool check_is_due(uint64_t size)
{
    return HARD_CHECKS && size > 0 && (size & (size - 1)) == 0;
}

#endif
