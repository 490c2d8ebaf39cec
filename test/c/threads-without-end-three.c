//: expect unknown
//: options --engine=bag --property=assert
// Three threads must stand at one place at the same time: of many that are there one leaves, and many are left.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int come, gone;

static void *work(void *unused)
{
    heddle_atomic_begin();
    int late = come == 3;
    come += !late;
    heddle_atomic_end();
    if (late)
        return unused;
    while (come != 3)
        ;
    gone++;
    assert(gone != 3);
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_detach(t);
    }
}
