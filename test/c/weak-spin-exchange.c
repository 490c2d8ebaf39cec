//: expect safe
// A lock of one flag: whoever waits writes what it reads, again and again, while the holder does not
// look.  Nobody can tell these values from each other, so there is an end to them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_int ended;
static int count;

static void *work(void *unused)
{
    while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
        ;
    count++;
    atomic_flag_clear_explicit(&flag, memory_order_release);
    atomic_fetch_add(&ended, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(count == 3 && ended == 3);
    return 0;
}
