//: expect bug assert
//: options --property=assert,deadlock
// (Where hangs are asked for they tell it too.)  Who finds the lock taken takes it elsewhere, and can tell: that is not waiting.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int count;

static void *work(void *unused)
{
    int slow = 0;
    if (atomic_exchange(&lock, 1)) {
        slow = 1;
        while (atomic_exchange(&lock, 1))
            ;
    }
    assert(!slow);
    count++;
    atomic_store(&lock, 0);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    return pthread_join(two, NULL);
}
