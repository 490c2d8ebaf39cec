//: expect bug freed 19
//: both
// main ends in a function that is called through a pointer; its variables end with it.
#include <pthread.h>

static void leave(void)
{
    pthread_exit(NULL);
}
static void (*volatile const way)(void) = leave;

static void go(void)
{
    way();
}

static void *work(void *number)
{
    *(volatile int *)number += 1;
    return NULL;
}

int main(void)
{
    int number = 0;
    pthread_t t;
    pthread_create(&t, NULL, work, &number);
    go();
    return 0;
}
//: also --engine=summarize
