//: expect safe
// A variable that a call would set keeps its value where the call throws.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static jmp_buf place;
volatile int source = 5, shared;
static int jump(void)
{
    longjmp(place, 1);
    return 7;
}
static void *run(void *arg)
{
    shared = 2;
    source = 6;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    int x = source + 1;
    if (setjmp(place) == 0) {
        shared = 1;
        x = jump();
        shared = x;
        return 0;
    }
    assert(x >= 6);
    pthread_join(t, 0);
    return 0;
}
