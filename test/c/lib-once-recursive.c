//: expect bug deadlock
//: both
// pthread_once called from its own function waits for itself.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void)
{
    pthread_once(&once, make);
}

int main(void)
{
    pthread_once(&once, make);
    return 0;
}
