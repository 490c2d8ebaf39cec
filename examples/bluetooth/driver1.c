//: expect bug assert 34
//: contexts 3
// A Bluetooth driver for Windows, as in "KISS: Keep It Simple and Sequential" (Qadeer, Wu, PLDI
// 2004), in C.  driver1.zing says what is wrong.
//
//     heddle check --contexts=3 examples/bluetooth/driver1.c
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int pending_io = 1;
static atomic_bool stopping_flag, stopping_event, stopped;

static void io_decrement(void)
{
    if (atomic_fetch_sub(&pending_io, 1) == 1)
        stopping_event = true;
}

static int io_increment(void)
{
    if (stopping_flag)
        return -1;
    atomic_fetch_add(&pending_io, 1);
    return 0;
}

static void *pnp_add(void *unused)
{
    if (io_increment() == 0)
        assert(!stopped); /* the work */
    io_decrement();
    return unused;
}

static void *pnp_stop(void *unused)
{
    stopping_flag = true;
    io_decrement();
    heddle_assume(stopping_event);
    stopped = true;
    return unused;
}

int main(void)
{
    pthread_t stopper;
    pthread_create(&stopper, NULL, pnp_stop, NULL);
    pnp_add(NULL);
    return 0;
}
