//: expect bug assert 24
//: options --property=assert
//: both
// An array is copied at once, in an atomic region, by one thread, and another one writes its last
// element: all words of the copy are shared, not only the first one.
#include <assert.h>
#include <pthread.h>
#include <string.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static long box[4];

static void copy(long *to)
{
    __VERIFIER_atomic_begin();
    memcpy(to, box, sizeof box);
    __VERIFIER_atomic_end();
}
static void *reader(void *argument)
{
    long first[4], second[4];
    copy(first);
    copy(second);
    assert(first[3] == second[3]);
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    box[3] = 1;
    pthread_join(t, 0);
    return 0;
}
