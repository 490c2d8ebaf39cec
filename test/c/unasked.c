//: expect unknown
//: options --property=assert
//: output a property that is not checked
// What is wrong here was not asked for: what the program does then is undefined, so it is not safe.
// The command-line tests ask each engine.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int *nowhere, x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    pthread_mutex_lock(&m);
    x = 1;
    if (x == 2)
        assert(0);
    pthread_mutex_unlock(&m);
    *nowhere = 1;
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    return 0;
}
