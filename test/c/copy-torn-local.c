//: expect bug assert 32
//: both
//: options --property=assert
// A struct is copied from a local variable to a shared one, and read between its halves; the reader
// copies to a local one, too.
#include <assert.h>
#include <pthread.h>

struct span {
    int low, high, middle;
};

static struct span shared;

static void set(int n)
{
    struct span both = {n, n, n};
    shared = both;
}

static void *change(void *unused)
{
    set(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct span seen;
    pthread_create(&t, NULL, change, NULL);
    seen = shared;
    assert(seen.low == seen.high);
    pthread_join(t, NULL);
    return 0;
}
