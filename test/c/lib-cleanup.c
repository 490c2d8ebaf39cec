//: expect safe
// Cleanup handlers run at pop if asked to, and at pthread_exit, the last one first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void note(void *number)
{
    order = order * 10 + *(int *)number;
}

static void *work(void *leaves)
{
    int one = 1, two = 2;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    if (leaves)
        pthread_exit(NULL);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, work, NULL);
    pthread_create(&t[1], NULL, work, t);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(order == 221 || order == 212);
    return 0;
}
