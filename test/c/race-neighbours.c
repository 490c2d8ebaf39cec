//: expect safe
//: options --property=race,memory
//: both
// Neighbours of all widths share no byte.
#include <pthread.h>

static struct {
    char c[3], d;
    short s, t;
    int i;
    long long l;
} all;

static void *work(void *arg)
{
    all.c[1] = 1;
    all.d = 1;
    all.t = 1;
    all.l = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    all.c[0] = 2;
    all.c[2] = 2;
    all.s = 2;
    all.i = 2;
    pthread_join(t, NULL);
    return 0;
}
