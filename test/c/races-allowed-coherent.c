//: expect safe
//: options --allow-races
//: output safe (memory model rc11, races allowed)
/* Values of one variable are read in their order also where races are allowed, and fences put in order what comes before and
 * after them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int data, flag;
static void *writer(void *unused)
{
    data = 1;
    data = 2;
    atomic_thread_fence(memory_order_release);
    flag = 1;
    return unused;
}
static void *reader(void *unused)
{
    int a = data;
    int b = data;
    assert(a <= b);
    int seen = flag;
    atomic_thread_fence(memory_order_acquire);
    int got = data;
    assert(!seen || got == 2);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    if (pthread_create(&t, NULL, writer, NULL) || pthread_create(&u, NULL, reader, NULL))
        abort();
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
