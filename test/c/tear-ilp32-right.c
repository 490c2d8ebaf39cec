//: expect safe
//: options --data-model=ILP32
// With a lock both halves are there, of all that has 64 bits; atomics are whole.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct record {
    char tag;
    long long number;
    unsigned long long bits : 40;
    double real;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record record = {1, -2, 5, 0.5};
static atomic_llong count;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    record.number = record.number * 3000000000ll - 1;
    record.bits += 0x100000000ull;
    record.real *= 2;
    pthread_mutex_unlock(&lock);
    count += 0x100000001ll;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    assert(record.number == -2 || record.number == -6000000001ll);
    pthread_mutex_unlock(&lock);
    assert(count == 0 || count == 0x100000001ll);
    pthread_join(thread, NULL);
    assert(record.number < 0 && record.bits == 0x100000005ull && record.real == 1);
    return 0;
}
//: also --engine=bound
//: also --engine=cegar --property=assert
