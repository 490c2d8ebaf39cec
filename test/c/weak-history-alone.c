//: options --history=2 --engine=explore
//: expect safe
// What nobody will read any more is forgotten between the halves of an update, where a history is full.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void)
{
    for (int i = 0; i < 4; i++)
        assert(atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == i);
    return 0;
}
