//: expect safe
//: states 5
// An input that is extended and cut to its own width again is the same: a few values of it stand
// for all.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char shadow[2];

static void *fill(void *unused)
{
    int value = __VERIFIER_nondet_uchar();
    shadow[1] = value;
    assert(shadow[1] == value);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, fill, NULL);
    pthread_join(thread, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
