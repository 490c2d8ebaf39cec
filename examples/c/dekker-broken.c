//: expect bug race 43
//: both
// Dekker's algorithm as it is often misremembered: a thread that steps back does not test again.
//
//     heddle check examples/c/dekker-broken.c
//
// Having waited for its turn, a thread enters at once.  But the turn is given away before the other
// thread takes back its wish; and that one may wish again, find nobody, and enter as well.  Then both
// touch `inside` at once: a data race.  --property=assert shows how the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { ROUNDS = 2 };

static atomic_bool wants[2];
static atomic_int turn;
static int inside;

static void enter(int me)
{
    int other = 1 - me;
    atomic_store(&wants[me], true);
    if (atomic_load(&wants[other])) {
        atomic_store(&wants[me], false);
        while (atomic_load(&turn) != me)
            sched_yield();
        atomic_store(&wants[me], true);
    }
}

static void leave(int me)
{
    atomic_store(&turn, 1 - me);
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
