/* library-box.c -- see library-box.h.  With -DTORN it is kept twice, and the two may differ; with -DEITHER it
 * may change its sign; with -DBUSY a number that comes while another thread looks is lost. */
#include "library-box.h"

#include <heddle.h>
#include <stdatomic.h>

static atomic_int a, b;

void box_set(int value)
{
#ifdef EITHER
    value = heddle_choose(0, 1) ? value : -value;
#endif
#ifdef BUSY
    if (atomic_load_explicit(&b, memory_order_relaxed))
        return;
#endif
    atomic_store_explicit(&a, value, memory_order_relaxed);
#ifdef TORN
    atomic_store_explicit(&b, value, memory_order_relaxed);
#endif
}

int box_get(void)
{
#ifdef BUSY
    atomic_store_explicit(&b, 1, memory_order_relaxed);
#endif
    int value = atomic_load_explicit(&a, memory_order_relaxed);
#ifdef TORN
    if (atomic_load_explicit(&b, memory_order_relaxed) != value)
        return -1;
#endif
#ifdef BUSY
    atomic_store_explicit(&b, 0, memory_order_relaxed);
#endif
    return value;
}
