//: expect bug assert 36
//: also --engine=symbolic --property=assert
//: also --no-reduction
// A function that is atomic is called through a pointer; what its caller does afterwards is not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int sum;
static atomic_int count;

void __VERIFIER_atomic_add(int by)
{
    sum += by;
}

static void (*step)(int) = __VERIFIER_atomic_add;

static void *work(void *argument)
{
    step(1);
    int seen = count;
    count = seen + 1;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(sum == 2);
    assert(count > 0);
    assert(count == 2);
    return 0;
}
