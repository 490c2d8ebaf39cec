//: expect bug deadlock
//: both
// Main waits for threads that are alike, of which one waits for ever: no token is left for it.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t tokens;

static void *take(void *unused)
{
    sem_wait(&tokens);
    return unused;
}

int main(void)
{
    static pthread_t t[4];
    sem_init(&tokens, 0, 3);
    for (int k = 0; k < 4; k++)
        pthread_create(&t[k], NULL, take, NULL);
    for (int k = 3; k >= 0; k--)
        pthread_join(t[k], NULL);
    return 0;
}
