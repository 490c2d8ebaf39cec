//: expect bug deadlock
//: both
// Dining philosophers: each takes the fork on the left, then the one on the right.
//
//     heddle check examples/c/philosophers-broken.c
//
// When all have taken their left forks, each waits for a fork that a neighbour holds, for ever.
#include <pthread.h>
#include <stddef.h>

enum { PHILOSOPHERS = 3, MEALS = 1 };

static pthread_mutex_t fork_[PHILOSOPHERS];
static int meals[PHILOSOPHERS];

static void eat(int who)
{
    meals[who]++;
}

static void dine(int who)
{
    int left = who, right = (who + 1) % PHILOSOPHERS;
    int first = left, second = right;
    for (int k = 0; k < MEALS; k++) {
        pthread_mutex_lock(&fork_[first]);
        pthread_mutex_lock(&fork_[second]);
        eat(who);
        pthread_mutex_unlock(&fork_[second]);
        pthread_mutex_unlock(&fork_[first]);
    }
}

static void *philosopher(void *argument)
{
    dine(*(int *)argument);
    return NULL;
}

int main(void)
{
    pthread_t thread[PHILOSOPHERS];
    int number[PHILOSOPHERS];
    for (int k = 0; k < PHILOSOPHERS; k++)
        pthread_mutex_init(&fork_[k], NULL);
    for (int k = 0; k < PHILOSOPHERS; k++) {
        number[k] = k;
        pthread_create(&thread[k], NULL, philosopher, &number[k]);
    }
    for (int k = 0; k < PHILOSOPHERS; k++)
        pthread_join(thread[k], NULL);
    for (int k = 0; k < PHILOSOPHERS; k++)
        pthread_mutex_destroy(&fork_[k]);
    return 0;
}
