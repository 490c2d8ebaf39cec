//: expect bug assert 22
//: options --data-model=ILP32 --property=assert
// A processor of 32 bits writes a number of 64 in two halves.
#include <assert.h>
#include <pthread.h>

static volatile unsigned long long n;

static void *write_all(void *arg)
{
    n = 0xffffffffffffffffull;
    return arg;
}

int main(void)
{
    pthread_t thread;
    unsigned long long seen;
    pthread_create(&thread, NULL, write_all, NULL);
    seen = n;
    pthread_join(thread, NULL);
    assert(seen + 1 <= 1);
    return 0;
}
