//: expect bug assert 25
//: options --engine=bound --property=assert,deadlock,memory,lock
//: contexts 4
// Threads without end, in C; threads-broken.zing says what is wrong.  threads.c is right.
//
//     heddle check --contexts=4 --property=assert,deadlock,memory,lock examples/tacas05/threads-broken.c
//
// (In C the accesses that the paper is about are data races: those are left out here.)
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static int tickets = 2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (tickets > -1)
        tickets--;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    assert(tickets >= 0);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
        if (heddle_choose(0, 1))
            pthread_join(thread, NULL);
    }
}
