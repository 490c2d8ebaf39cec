//: sc safe
//: rc11 safe
// A semaphore hands over what came before the post.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <semaphore.h>

static sem_t tokens;
static atomic_int other;
static int data;

static void *a(void *unused)
{
    data = 1;
    sem_post(&tokens);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    sem_wait(&tokens);
    assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
