//: expect safe
//: both
// Peterson's algorithm: mutual exclusion for two threads with three variables.
//
//     heddle check examples/c/peterson.c
//
// Each thread says that it wants to enter, gives the turn to the other one, and waits while that
// one wants to enter and has the turn.  The variables are atomic: with plain ones the compiler and
// the processor may reorder the accesses, and the algorithm is wrong.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { ROUNDS = 2 };

static atomic_bool wants[2];
static atomic_int turn;
static int inside; /* threads in the critical section: guarded by the algorithm */

static void enter(int me)
{
    int other = 1 - me;
    atomic_store(&wants[me], true);
    atomic_store(&turn, other);
    while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
        sched_yield();
}

static void leave(int me)
{
    atomic_store(&wants[me], false);
}

static void critical_section(void)
{
    inside++;
    assert(inside == 1);
    inside--;
}

static void run(int me)
{
    for (int k = 0; k < ROUNDS; k++) {
        enter(me);
        critical_section();
        leave(me);
    }
}

static void *first(void *argument)
{
    run(0);
    return argument;
}

static void *second(void *argument)
{
    run(1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
