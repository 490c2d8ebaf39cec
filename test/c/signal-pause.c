//: expect bug assert
//: options --all-errors --memory-model=sc
//: errors 12
// A handler ends a pause before its time, and a wait with a time limit; where the program thinks of that, nothing is wrong.
#include <assert.h>
#include <errno.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const struct timespec second = {1, 0}, late = {2000000000, 0};
static sem_t sem;

static void handler(int number)
{
    (void)number;
}

static void *pauses(void *right)
{
    struct timespec left = {0, 0};
    int result;
    switch ((int)heddle_choose(0, 5)) {
    case 0:
        result = (int)sleep(1);
        assert(result == 0 || (right && result == 1));
        break;
    case 1:
        result = usleep(1);
        assert(result == 0 || (right && result == -1 && errno == EINTR));
        break;
    case 2:
        result = nanosleep(&second, &left);
        assert(result == 0 || (right && result == -1 && errno == EINTR));
        assert(result == 0 || left.tv_sec || left.tv_nsec);
        break;
    case 3:
        result = clock_nanosleep(CLOCK_MONOTONIC, 0, &second, NULL);
        assert(result == 0 || (right && result == EINTR));
        break;
    case 4:
        result = thrd_sleep(&second, NULL);
        assert(result == 0 || (right && result == -1));
        break;
    case 5:
        if (sem_timedwait(&sem, &late) != 0)
            assert(errno == ETIMEDOUT || (right && errno == EINTR));
        break;
    }
    return right;
}

int main(void)
{
    pthread_t t;
    int right = (int)heddle_choose(0, 1);
    struct sigaction action = {.sa_handler = handler}; /* no SA_RESTART */
    sem_init(&sem, 0, 0);
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&t, NULL, pauses, right ? &t : NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
