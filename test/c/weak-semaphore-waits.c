// Who takes a semaphore comes after those who have posted, not after those who have taken it before.
//: expect bug race 24
//: both
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t tokens;
static atomic_int flag;
static int data;

static void *writer(void *unused)
{
    data = 1;
    sem_wait(&tokens);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        sem_wait(&tokens);
        return data ? unused : NULL;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&tokens, 0, 2);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
}
