//: expect safe
// chase-lev.c: a deque for work stealing, with the orders that Le, Pop, Cohen and Zappa Nardelli
// proved right ("Correct and efficient work-stealing for weak memory models", PPoPP 2013).
//
// The owner puts and takes at the bottom, thieves steal at the top.  The last task is the hard
// case: the two fences keep the owner and a thief from both believing that it is theirs.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROOM = 2, EMPTY = -1, LOST = -2 };

static atomic_int top, bottom, tasks[ROOM];

static void push(int task)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&tasks[b % ROOM], task, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int t = atomic_load_explicit(&top, memory_order_relaxed), task = EMPTY;
    if (t <= b) {
        task = atomic_load_explicit(&tasks[b % ROOM], memory_order_relaxed);
        if (t < b)
            return task;
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                     memory_order_relaxed))
            task = EMPTY;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return task;
}

static int steal(void)
{
    int t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b)
        return EMPTY;
    int task = atomic_load_explicit(&tasks[t % ROOM], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                 memory_order_relaxed))
        return LOST;
    return task;
}

static atomic_int done[3];

static void run(int task)
{
    if (task >= 0)
        assert(atomic_fetch_add_explicit(&done[task], 1, memory_order_relaxed) == 0);
}

static void *thief(void *arg)
{
    run(steal());
    run(steal());
    return arg;
}

#ifndef THREADS
#define THREADS 2 /* one of them is the owner */
#endif

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 1; i < THREADS; i++)
        pthread_create(&t[i], 0, thief, 0);
    push(1);
    push(2);
    run(take());
    run(take());
    for (int i = 1; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(done[1] == 1 && done[2] == 1);
    return 0;
}
