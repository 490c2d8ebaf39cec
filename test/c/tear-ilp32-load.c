//: expect bug assert 28
//: options --data-model=ILP32 --property=assert
// Each side by itself is torn: here only the reader of all 64 bits moves halves, and the other one writes both at once.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static union {
    volatile long long all;
    volatile int half[2];
} n;

static void *write_both(void *arg)
{
    heddle_atomic_begin();
    n.half[0] = n.half[1] = -1;
    heddle_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t thread;
    long long seen;
    pthread_create(&thread, NULL, write_both, NULL);
    seen = n.all;
    pthread_join(thread, NULL);
    assert(seen == 0 || seen == -1);
    return 0;
}
