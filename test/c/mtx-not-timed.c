// C11 7.26.4.4: the mutex shall support a timeout.
//: expect bug misuse 14
//: both
//: output was initialised without mtx_timed
#include <threads.h>

int main(void)
{
    mtx_t m;
    struct timespec end = {0, 0};
    if (mtx_init(&m, mtx_recursive | mtx_timed) == thrd_success)
        mtx_timedlock(&m, &end);
    mtx_init(&m, mtx_plain);
    mtx_timedlock(&m, &end);
    return 0;
}
