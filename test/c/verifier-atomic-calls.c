//: expect safe
// What is called in an atomic region is part of it, however deep: there is no race and nothing
// between.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y;

static void deeper(int by)
{
    y += by;
}
static void add(int by)
{
    x += by;
    deeper(by);
}
static void __VERIFIER_atomic_add(int by)
{
    add(by);
}
static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    add(1);
    assert(x == y);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_add(2);
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 6 && y == 6);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
