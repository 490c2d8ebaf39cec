//: expect bug hang
// Of three threads that are alike one takes the flag away, and the others wait for it for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *thread(void *argument)
{
    while (!flag)
        ;
    flag = 0;
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&threads[k], NULL, thread, NULL);
    flag = 1;
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], NULL);
}
