// Who takes a semaphore comes after all who have posted before, though only one token was taken.
//: expect safe
//: both
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t tokens;
static atomic_int flag;
static int data;

static void *writer(void *unused)
{
    data = 1;
    sem_post(&tokens);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *poster(void *unused)
{
    sem_post(&tokens);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, poster, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        if (sem_trywait(&tokens) == 0)
            assert(data);
    }
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
}
