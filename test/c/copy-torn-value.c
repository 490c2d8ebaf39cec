//: expect bug assert 15
//: options --property=assert
//: both
// A struct that is passed by value is read member by member, too.
#include <assert.h>
#include <pthread.h>

struct range {
    long low, middle, high;
};
static struct range shared;

static void check(struct range r)
{
    assert(r.low <= r.high);
}
static void *move(void *argument)
{
    shared.high = 5;
    shared.low = 5;
    shared.low = 0;
    shared.high = 0;
    return argument;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, move, 0);
    check(shared);
    pthread_join(a, 0);
    return 0;
}
