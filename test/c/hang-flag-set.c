//: expect safe
// Threads wait for flags: one is set before they begin, one later, one by whoever comes first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int before, after, either;

static void *waiter(void *argument)
{
    while (!before || !after)
        ;
    either = 1;
    while (!either)
        ;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    before = 1;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    after = 1;
    while (!either)
        ;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
//: also --engine=bound
