//: expect safe
//: both
//: options --data-model=ILP32
// Nobody passes the barrier before all have arrived; one thread is the serial one, each time.  With
// 32-bit pointers.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdatomic.h>

static pthread_barrier_t b_;
static atomic_int arrived, serial;

static void *one(void *p)
{
    for (int round = 1; round <= 2; round++) {
        atomic_fetch_add(&arrived, 1);
        int result = pthread_barrier_wait(&b_);
        assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
        assert(arrived >= 2 * round);
        if (result)
            atomic_fetch_add(&serial, 1);
    }
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
    assert(serial == 2);
    pthread_barrier_destroy(&b_);
    return 0;
}
//: also --engine=bound
