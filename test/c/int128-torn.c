//: expect bug assert 27
//: options --property=assert
// A number of 128 bits that is no atomic object is written in two accesses.
#include <assert.h>
#include <pthread.h>

typedef union {
    unsigned long words[2];
    __int128 all;
} Pair;
static Pair pair;
static const Pair ones = {{1, 1}};

static void *write(void *p)
{
    pair.all = ones.all;
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, write, 0);
    unsigned long low = pair.words[0];
    /* the low word is there and the high one is not */
    unsigned long high = pair.words[1];
    assert(!low || high);
    pthread_join(t, 0);
    return 0;
}
