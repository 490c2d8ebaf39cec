//: expect bug assert 17
//: options --property=assert
//: both
// Between what a thread does before it passes a struct by value and the copy another one can write it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    long a, b, c;
} Data;
static Data data;
static atomic_int begun;

static void look(Data d)
{
    assert(d.a == 0);
}
static void *other(void *argument)
{
    if (begun)
        data.a = 1;
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    begun = 1;
    look(data);
    pthread_join(t, 0);
    return 0;
}
