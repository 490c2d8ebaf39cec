// Two barriers put nothing in order between those who meet at the one and those who meet at the other:
// who has seen the flag and then passed `theirs` need not know what was done before `mine`.
//: expect bug race 24
//: both
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t mine, theirs;
static atomic_int flag;
static int data;

static void *writer(void *unused)
{
    data = 1;
    pthread_barrier_wait(&mine);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        pthread_barrier_wait(&theirs);
        return data ? unused : NULL;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&mine, NULL, 1);
    pthread_barrier_init(&theirs, NULL, 1);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
}
