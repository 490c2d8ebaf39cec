//: prove proved
// The old value of an atomic variable is a value, and no atomic one.
#include <stdatomic.h>

static atomic_int count;

/*@ performs action (count) { count == \old(count) + 1 && \result == \old(count) } */
int next(void)
{
    return atomic_fetch_add(&count, 1);
}
