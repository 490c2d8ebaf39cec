//: expect unknown
//: options --engine=modular --property=assert,memory,lock
//: output not proved: assertion failed
// The greatest value can be chosen.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *work(void *u)
{
    x = (int)heddle_choose(0, 3);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(x != 3);
    return 0;
}
