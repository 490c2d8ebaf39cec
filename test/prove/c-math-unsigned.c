//: prove failed
//: options --int=math
// Not every number without a sign has one of the same value with a sign.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static uint64_t x; //@ accessible_if holds(m)

static void set(uint64_t to)
{
    pthread_mutex_lock(&m);
    x = to;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    set(UINT64_MAX);
    pthread_mutex_lock(&m);
    assert(x <= INT64_MAX);
    pthread_mutex_unlock(&m);
    return 0;
}
