//: expect unknown
//: options --engine=bag --property=race
//: output cannot be excluded
// Two threads of one kind are enough for a data race.
#include <pthread.h>

static int count;

static void *work(void *argument)
{
    count = 1;
    return argument;
}
int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, work, 0);
}
