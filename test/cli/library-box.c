/* library-box.c -- see library-box.h.  With -DTORN it is kept twice, and the two may differ. */
#include "library-box.h"

#include <stdatomic.h>

static atomic_int a, b;

void box_set(int value)
{
    atomic_store_explicit(&a, value, memory_order_relaxed);
#ifdef TORN
    atomic_store_explicit(&b, value, memory_order_relaxed);
#endif
}

int box_get(void)
{
    int value = atomic_load_explicit(&a, memory_order_relaxed);
#ifdef TORN
    if (atomic_load_explicit(&b, memory_order_relaxed) != value)
        return -1;
#endif
    return value;
}
