//: expect bug assert 10
//: both
// pthread_exit in main: the other threads go on.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *one(void *p)
{
    assert(p != NULL);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, one, NULL);
    pthread_exit(NULL);
}
//: also --engine=summarize
