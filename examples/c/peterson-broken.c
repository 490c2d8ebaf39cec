//: expect bug race 40
//: both
// Peterson's algorithm with its first two lines exchanged.
//
//     heddle check examples/c/peterson-broken.c
//
// A thread gives the turn away before it says that it wants to enter.  The first thread sets the
// turn and is interrupted; the second one sets the turn, too, sees nobody who wants to enter, and
// goes in; the first one says that it wants to enter, finds that it has the turn, and goes in as
// well.  Then both touch `inside` at once, a data race; --property=assert shows the failed assertion.
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
    atomic_store(&turn, other);
    atomic_store(&wants[me], true);
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
