//: expect bug assert 34
//: both
//: options --memory-model=rc11
// What the library keeps is in memory at once: to look at a semaphore moves nowhere, so both may look before both post.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;
static int seen_a, seen_b;

static void *first(void *unused)
{
    sem_getvalue(&b, &seen_b);
    sem_post(&a);
    return unused;
}

static void *second(void *unused)
{
    sem_getvalue(&a, &seen_a);
    sem_post(&b);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    sem_init(&a, 0, 0);
    sem_init(&b, 0, 0);
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL), assert(seen_a || seen_b);
    return 0;
}
