//: expect safe
//: output hang not judged
//: both
// The last thread spins for ever at a lock that it holds itself: one long action, looked at in the middle of an update.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int x;

static void *work(void *argument)
{
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        ;
    x++;
    atomic_flag_clear_explicit(&taken, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    atomic_flag_test_and_set(&taken);
    work(NULL);
    return 0;
}
