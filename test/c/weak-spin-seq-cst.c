//: expect safe
//: states 54
// A lock of one flag, taken by seq_cst updates and given back by a weaker store: who waits writes what it
// reads, again and again, and the place of all that among seq_cst accesses makes no difference.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int count;

static void *work(void *unused)
{
    while (atomic_flag_test_and_set(&flag))
        ;
    count++;
    atomic_flag_clear_explicit(&flag, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int k = 0; k < THREADS; k++)
        pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], 0);
    assert(count == THREADS);
    return 0;
}
