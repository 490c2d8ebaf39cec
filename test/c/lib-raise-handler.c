// The handler and another thread: a data race.
//: expect bug race
//: both
#include <pthread.h>
#include <signal.h>

static int count;

static void note(int number)
{
    count = number;
}

static void *work(void *argument)
{
    count++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, note);
    pthread_create(&thread, NULL, work, NULL);
    raise(SIGUSR1);
    return pthread_join(thread, NULL);
}
