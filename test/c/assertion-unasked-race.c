//: expect bug race
//: options --property=race
// Nobody asks whether the assertion holds. It fails, and that ends the run; but the threads that
// were started before it may have met by then.
#include <assert.h>
#include <pthread.h>

static int x;

static void *write(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    int zero = 0;
    pthread_create(&a, NULL, write, NULL);
    pthread_create(&b, NULL, write, NULL);
    assert(zero != 0);
    return 0;
}
