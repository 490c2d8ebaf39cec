//: expect safe
// Pointers that are copied byte by byte, also by a thread, and in any order of the bytes.
#include <assert.h>
#include <pthread.h>
static int x = 7, *p = &x, *q;

static void *run(void *argument)
{
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    return argument;
}

int main(void)
{
    pthread_t thread;
    int *from = &x, *to;
    for (int i = 7; i >= 0; i--)
        ((char *)&to)[i] = ((char *)&from)[i];
    assert(to == &x && *to == 7);
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert(q == &x);
    return 0;
}
