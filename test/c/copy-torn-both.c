//: expect bug assert 28
//: options --property=assert
//: both
// Both sides are shared: between the read and the write of a member others may run.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
    long a, b;
};
static struct pair from = {1, 1}, to;

static void *copy(void *argument)
{
    memcpy(&to, &from, sizeof to);
    return argument;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, copy, 0);
    from.a = 2;
    to.a = 3;
    pthread_join(a, 0);
    /* What was there first is written over what came later. */
    if (to.b == 1)
        assert(to.a != 1);
    return 0;
}
