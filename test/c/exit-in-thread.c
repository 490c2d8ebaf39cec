//: expect safe
// pthread_exit from deep inside, its result, and pthread_exit in main.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int done;

static void leave(int depth)
{
    if (depth)
        leave(depth - 1);
    pthread_exit(&done);
}

static void *work(void *argument)
{
    leave(3);
    done = 1;
    return argument;
}

static void *last(void *argument)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, &result);
    assert(result == &done && !done);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, last, NULL);
    pthread_exit(NULL);
}
