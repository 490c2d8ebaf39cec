//: expect bug uninitialised 18
//: both
// A thread whose function has no `return` has no result.
#pragma clang diagnostic ignored "-Wreturn-type"
#include <pthread.h>

static void *work(void *arg)
{
    (void)arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &result);
    if (result)
        return 1;
    return 0;
}
