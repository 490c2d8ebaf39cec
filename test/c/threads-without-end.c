//: expect safe
//: long
//: options --property=assert
// Any number of threads, each with variables of its own: one in memory, one that is thread-local.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int mine;
static int lock, inside;

static int try_lock(int *was)
{
    __atomic_exchange(&lock, &(int){1}, was, __ATOMIC_SEQ_CST);
    return *was;
}

static void *work(void *argument)
{
    int was;
    while (try_lock(&was))
        ;
    mine++;
    inside++;
    assert(inside == 1 && mine == 1);
    inside--;
    mine--;
    __atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, NULL, work, NULL);
}
