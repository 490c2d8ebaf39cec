// The same recursion is too deep for a smaller stack.
//: expect bug stack-overflow
//: options --stack-limit=20
//: recursive
#include <assert.h>
#include <pthread.h>

static _Atomic int steps;

static void step(int n)
{
    if (n >= 0)
        steps++;
}

static int depth(int n)
{
    step(n);
    return n == 0 ? 0 : 1 + depth(n - 1);
}

static void *work(void *arg)
{
    (void)arg;
    assert(depth(5) == 5);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(depth(26) == 26);
    pthread_join(thread, 0);
    assert(steps == 27 + 6);
}
