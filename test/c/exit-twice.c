//: expect safe
//: both
// Of two threads that end the program the second one waits: the handler runs once.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int count;

static void last(void)
{
    count++;
    assert(count == 1);
}

static void *leave(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(last);
    pthread_create(&t, NULL, leave, NULL);
    exit(0);
}
