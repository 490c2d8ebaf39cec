//: expect bug assert 29
//: options --data-model=ILP32 --property=assert
// Each side by itself is torn: here only the writer of all 64 bits moves halves, and the other one looks at both at once.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static union {
    volatile long long all;
    volatile int half[2];
} n;

static void *write_all(void *arg)
{
    n.all = -1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    int low, high;
    pthread_create(&thread, NULL, write_all, NULL);
    heddle_atomic_begin();
    low = n.half[0];
    high = n.half[1];
    heddle_atomic_end();
    pthread_join(thread, NULL);
    assert(low == high);
    return 0;
}
