//: expect safe
//: both
// Each thread has its own thread-local variables, with their initial values.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static _Thread_local int mine = 5;
static __thread struct {
    int a, *p;
} block;

static int *take(void)
{
    return &mine;
}

static void *work(void *argument)
{
    assert(mine == 5 && !block.p);
    mine += *(int *)argument;
    block.p = &mine;
    block.a++;
    assert(*take() == 5 + *(int *)argument && *block.p == mine && block.a == 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    mine = 100;
    pthread_create(&a, 0, work, &one);
    pthread_create(&b, 0, work, &two);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(mine == 100 && block.a == 0);
    return 0;
}
//: also --engine=summarize
