//: expect safe
// A mutex may be recursive and timed.
#include <assert.h>
#include <threads.h>

int main(void)
{
    mtx_t m;
    assert(mtx_init(&m, mtx_recursive | mtx_timed) == thrd_success);
    assert(mtx_lock(&m) == thrd_success && mtx_lock(&m) == thrd_success);
    mtx_unlock(&m);
    mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
