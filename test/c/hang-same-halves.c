//: expect bug hang
// A thread writes two numbers at once, which both are what they were: nobody can tell that it still runs.
#include <pthread.h>
#include <stdatomic.h>

static _Alignas(8) struct {
    int low, high;
} pair = {5, 7};
typedef long Both __attribute__((may_alias));

static void *same(void *arg)
{
    for (;;)
        *(volatile Both *)&pair = 7l << 32 | 5;
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, same, 0);
    pthread_join(a, 0);
}
