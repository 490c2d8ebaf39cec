// A loop that writes the same number again and again changes nothing.
//: expect bug hang
//: output thread 0.0 (same)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last;

static void *same(void *arg)
{
    for (;;)
        last = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    last = 2;
    pthread_create(&thread, 0, same, 0);
    pthread_join(thread, 0);
}
