//: long
//: expect safe
//: recursive
//: output cegar
/* Tasks without end that count without end. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int pending, done;

static void work(void *unused)
{
    if (pending > 0) {
        pending--;
        done++;
        if (done > 1000)
            done = 0;
    }
    assert(pending >= 0 && done >= 0);
    heddle_post(work, unused);
}

static void ask(void *unused)
{
    if (pending < 1000000)
        pending++;
    heddle_post(ask, unused);
}

int main(void)
{
    heddle_post(work, 0);
    heddle_post(ask, 0);
    pthread_exit(0);
}
