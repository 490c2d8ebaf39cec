//: expect bug race 20
//: options --volatile=plain
// A volatile flag, as a plain object: a data race.
#include <pthread.h>
#include <stddef.h>

static volatile int stop;

static void *work(void *unused)
{
    while (!stop) {
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    stop = 1;
    pthread_join(t, NULL);
    return 0;
}
