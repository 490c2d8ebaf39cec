//: expect unknown
//: both
// The new object may lie where the old one was: nobody can tell whether the exchange works.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic top;

int main(void)
{
    int *old = malloc(sizeof *old), *expected = old;
    free(old);
    top = malloc(sizeof *top);
    assert(!atomic_compare_exchange_strong(&top, &expected, NULL));
    return 0;
}
