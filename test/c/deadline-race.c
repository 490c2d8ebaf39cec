//: expect bug race
//: both
// Whoever waits with a deadline reads it: nobody may write it meanwhile.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t s;
static struct timespec deadline;

static void *later(void *unused)
{
    deadline.tv_sec = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, later, NULL);
    sem_timedwait(&s, &deadline);
    pthread_join(t, NULL);
    return 0;
}
//: also --engine=bound
