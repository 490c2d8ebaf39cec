//: expect safe
//: options --property=assert
// Any number of threads that are all told of one local variable of main.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument)
{
    int *flag = argument;
    if (*flag == 1)
        *flag = 2;
    int seen = *flag;
    assert(seen == 0 || seen == 1 || seen == 2);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int flag = 0;
    for (;;) {
        pthread_create(&thread, NULL, work, &flag);
        flag = 1;
    }
}
