// Two functions call each other without end, in a thread, and a third one deep down.
//: expect bug stack-overflow
//: output is called within itself until 50 calls are open
//: options --stack-limit=50
//: recursive
#include <pthread.h>

static _Atomic int sum;

static void add(int n)
{
    sum += n;
}

static void odd(int n);

static void even(int n)
{
    if (n != 0)
        odd(n - 1);
}

static void odd(int n)
{
    add(n);
    if (n != 0)
        even(n - 1);
}

static void *work(void *arg)
{
    (void)arg;
    even(-2);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
}
