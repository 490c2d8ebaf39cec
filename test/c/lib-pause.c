//: expect safe
// A thread that waits for a signal is there until it is cancelled; its handler runs then, and its result says so.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int cleaned, after;

static void clean(void *argument)
{
    cleaned += *(int *)argument;
}

static void *wait_for_signals(void *argument)
{
    pthread_cleanup_push(clean, argument);
    pause();
    after = 1;
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    int two = 2;
    void *result;
    pthread_t t;
    pthread_create(&t, NULL, wait_for_signals, &two);
    assert(pthread_cancel(t) == 0);
    assert(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
    assert(cleaned == 2 || cleaned == 0); // it may have ended before it began
    assert(!after);
    return 0;
}
