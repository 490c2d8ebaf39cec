//: expect bug assert
//: options --memory-model=sc
// A thread counts down before it has done its steps.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define WORKERS 3
#define ROUNDS  100

struct latch {
    pthread_mutex_t lock;
    pthread_cond_t zero;
    int left;
};

static struct latch latch = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, WORKERS};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int progress;

static void latch_count_down(struct latch *l)
{
    pthread_mutex_lock(&l->lock);
    assert(l->left > 0);
    if (--l->left == 0)
        pthread_cond_broadcast(&l->zero);
    pthread_mutex_unlock(&l->lock);
}

static void latch_wait(struct latch *l)
{
    pthread_mutex_lock(&l->lock);
    while (l->left > 0)
        pthread_cond_wait(&l->zero, &l->lock);
    assert(l->left == 0);
    pthread_mutex_unlock(&l->lock);
}

static void *work(void *arg)
{
    (void)arg;
    latch_count_down(&latch);
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        progress++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    latch_wait(&latch);
    pthread_mutex_lock(&lock);
    assert(progress == WORKERS * ROUNDS);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
