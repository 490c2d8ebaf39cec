/* Every end that two threads can come to with a semaphore is an assertion that fails. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "heddle.h"

static sem_t s;
static int got, failed;

static void *wait(void *unused)
{
    struct timespec soon = {1, 0};
    int how = heddle_choose(0, 2);
    int error = how == 0 ? sem_wait(&s) : how == 1 ? sem_trywait(&s) : sem_timedwait(&s, &soon);
    if (error)
        failed++;
    else
        got++;
    return unused;
}

int main(void)
{
    pthread_t one;
    int value;
    sem_init(&s, 0, (unsigned)heddle_choose(0, 1));
    pthread_create(&one, 0, wait, 0);
    sem_post(&s);
    pthread_join(one, 0);
    sem_getvalue(&s, &value);
    sem_destroy(&s);
    int end = 100 * value + 10 * got + failed;
    assert(end != 10);
    assert(end != 1);
    assert(end != 110);
    assert(end != 101);
    assert(end != 201);
    assert(end == 10 || end == 1 || end == 110 || end == 101 || end == 201);
    return 0;
}
