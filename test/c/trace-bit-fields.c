//: expect bug assert 34
//: output s.flags.ready = 1
//: output s.flags.level = -2
//: output s.flags.wide = 77
//: output s.flags.on = 1
// A bit-field is shown by its name with its value, and not the bytes that it shares with others.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static int one = 1;
static struct {
    int before;
    struct {
        unsigned ready : 1;
        int level : 3;
        bool on : 1;
        unsigned wide : 20;
    } flags;
} s;
static void *work(void *arg)
{
    s.flags.ready = one;
    s.flags.level = -1 - one;
    s.flags.on = true;
    s.flags.wide = 76 + one;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    int sum = s.flags.ready + s.flags.level + s.flags.on + (int)s.flags.wide;
    assert(sum == 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
