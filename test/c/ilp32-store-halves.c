//: expect bug assert 17
//: options --data-model=ILP32 --memory-model=sc
// With 32 bits a store of 64 is two stores, and somebody may look between them.
#include <assert.h>
#include <pthread.h>
volatile long long x;
static void *writer(void *p)
{
    x = -1;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    long long v = x;
    assert(v != 0xffffffffLL);
    pthread_join(t, 0);
    return 0;
}
