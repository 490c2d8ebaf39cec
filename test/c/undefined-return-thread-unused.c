//: expect safe
// Nobody asks for the result, or somebody takes it and does not look at it.
#pragma clang diagnostic ignored "-Wreturn-type"
#include <assert.h>
#include <pthread.h>

static void *work(void *arg)
{
    if (arg)
        pthread_exit(arg);
}

int main(void)
{
    pthread_t one, two, three;
    void *result;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_create(&three, NULL, work, &one);
    pthread_join(one, NULL);
    pthread_join(two, &result);
    pthread_join(three, &result);
    assert(result == &one);
    return 0;
}
//: also --engine=summarize
