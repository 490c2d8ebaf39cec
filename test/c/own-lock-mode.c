//: expect bug assert
//: both
// Whether a thread waits for the lock depends on what is in memory: what was seen in one mode says nothing of the other one.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int count, mode;

static void *work(void *unused)
{
    while (atomic_exchange(&lock, 1))
        if (mode)
            return unused;
    count++;
    atomic_store(&lock, 0);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    mode = (int)heddle_choose(0, 1);
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(count == 2);
    return 0;
}
