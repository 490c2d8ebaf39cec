// A program that joins nobody: a thread is detached by its creator and by itself.
//: expect bug bad-thread
//: both
//: output the thread was detached before
#include <pthread.h>

static void *work(void *argument)
{
    pthread_detach(pthread_self());
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
}
