//: expect bug assert 25
//: options --property=assert
//: both
// A copy to where only this thread looks is torn behind its first member, too: others write what it
// reads.
#include <assert.h>
#include <pthread.h>

typedef struct {
    long first, a, b;
} Three;
static Three shared, mine;

static void *writer(void *argument)
{
    shared.a = 1;
    shared.b = 1;
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    mine = shared;
    assert(mine.a || !mine.b);
    pthread_join(t, 0);
    return 0;
}
