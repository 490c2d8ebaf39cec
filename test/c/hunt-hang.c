// Far too many states to see them all; a random run comes to where two threads have spin locks in opposite orders, and main spins.
//: expect bug hang
//: output hunt
//: options --next=none --property=assert,deadlock,race,memory,lock,hang
//: slow
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 6, STEPS = 12 };

static atomic_int steps[THREADS], sum, first, second, done;

static void take(atomic_int *lock)
{
    while (atomic_exchange(lock, 1))
        ;
}

static void *work(void *of)
{
    int me = *(int *)of;
    for (int k = 0; k < STEPS; k++) {
        atomic_fetch_add(&steps[me], 1);
        atomic_fetch_add(&sum, me + 1);
    }
    assert(atomic_load(&sum) > 0);
    if (me < 2) {
        take(me ? &second : &first);
        take(me ? &first : &second);
        atomic_store(&first, 0);
        atomic_store(&second, 0);
    }
    atomic_fetch_add(&done, 1);
    return NULL;
}

int main(void)
{
    static int numbers[THREADS] = {0, 1, 2, 3, 4, 5};
    for (int k = 0; k < THREADS; k++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, &numbers[k]);
        pthread_detach(thread);
    }
    while (atomic_load(&done) < THREADS)
        ;
    assert(atomic_load(&sum) == STEPS * 21);
    return 0;
}
