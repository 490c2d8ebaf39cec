//: prove proved
// A reader-writer lock made of two numbers in one word, each operation one compare-and-swap.
#include <stdatomic.h>

static atomic_int readers; /* -1: somebody writes */

/*@ performs action "Begin": (readers) { \old(readers) >= 0 && \old(readers) < 1000 && readers == \old(readers) + 1 } */
void begin_read(void)
{
    for (;;) {
        int n = readers;
        if (n >= 0 && n < 1000 && atomic_compare_exchange_strong(&readers, &n, n + 1))
            return;
    }
}

/*@ performs action "End": (readers) { readers == \old(readers) - 1 } */
void end_read(void)
{
    atomic_fetch_sub(&readers, 1);
}

/*@ performs action "Begin": (readers) { \old(readers) == 0 && readers == -1 } */
void begin_write(void)
{
    int none = 0;
    while (!atomic_compare_exchange_strong(&readers, &none, -1))
        none = 0;
}

/*@ performs action "End": (readers) { readers == 0 } */
void end_write(void)
{
    atomic_store(&readers, 0);
}
