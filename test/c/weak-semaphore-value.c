// To ask a semaphore for its value puts nothing in order, whoever has posted.
//: expect bug race 35
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
    int value = 0;
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        sem_getvalue(&tokens, &value);
        assert(data);
    }
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
}
