//: expect bug assert 10
//: both
/* The weak form may fail without reason. */
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void)
{
    int expected = 0;
    assert(atomic_compare_exchange_weak(&x, &expected, 1));
    return 0;
}
//: also --engine=bound
