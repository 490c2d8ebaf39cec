//: expect bug assert 16
//: both
// Any of the threads may be the serial one: also the one that came first.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdatomic.h>

static pthread_barrier_t b_;
static atomic_int arrived;

static void *one(void *p)
{
    int number = atomic_fetch_add(&arrived, 1);
    int result = pthread_barrier_wait(&b_);
    assert(number == 1 || result == 0);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&b_, NULL, 2);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
//: also --engine=bound
//: also --engine=cegar --property=assert
