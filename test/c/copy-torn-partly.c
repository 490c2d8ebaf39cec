//: expect bug assert 20
//: options --property=assert
//: both
// Of what is copied the first words are touched by one thread alone, the last ones by another one,
// too: those are written one by one.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static long all[5];
static const long ones[5] = {1, 1, 1, 1, 1};

static void *reader(void *argument)
{
    long last = all[3];
    long very_last = all[4];
    /* the last but one was there, and the last one not yet */
    long both = last && !very_last;
    if (both)
        assert(0);
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    all[0] = all[1] = all[2] = 2;
    memcpy(all, ones, sizeof all);
    pthread_join(t, 0);
    return 0;
}
