//: expect safe
// The Bluetooth driver of driver1.c and driver2.c after both repairs; driver3.zing says how.
//
//     heddle check --engine=bound examples/bluetooth/driver3.c
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
    atomic_fetch_add(&pending_io, 1);
    if (stopping_flag) {
        io_decrement();
        return -1;
    }
    return 0;
}

static void *pnp_add(void *unused)
{
    if (io_increment() == 0) {
        assert(!stopped); /* the work */
        io_decrement();
    }
    return unused;
}

static void *pnp_stop(void *unused)
{
    if (!atomic_exchange(&stopping_flag, true))
        io_decrement();
    heddle_assume(stopping_event);
    stopped = true;
    return unused;
}

int main(void)
{
    pthread_t adder, stopper, other;
    pthread_create(&adder, NULL, pnp_add, NULL);
    pthread_create(&stopper, NULL, pnp_stop, NULL);
    pthread_create(&other, NULL, pnp_stop, NULL);
    pnp_add(NULL);
    return 0;
}
