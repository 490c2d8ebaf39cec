//: expect safe
//: options --property=assert
#include <assert.h>
#include <pthread.h>

static void *thread(void *argument)
{
    assert(*(int *)argument == 3); /* the stack of main is still there */
    return NULL;
}

int main(void)
{
    pthread_t t;
    int local = 3;
    pthread_create(&t, NULL, thread, &local);
    pthread_exit(NULL);
}
