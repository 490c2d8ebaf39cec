//: expect safe
//: options --memory-model=sc
//: output tally
// Four threads go round 100 times: only their rounds together are counted.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4
#define ROUNDS  100

struct counter {
    pthread_mutex_t lock;
    int value;
};

static struct counter counter = {PTHREAD_MUTEX_INITIALIZER, 0};

static void counter_add(struct counter *c, int by)
{
    pthread_mutex_lock(&c->lock);
    c->value += by;
    pthread_mutex_unlock(&c->lock);
}

static int counter_get(struct counter *c)
{
    pthread_mutex_lock(&c->lock);
    int value = c->value;
    pthread_mutex_unlock(&c->lock);
    return value;
}

static void *work(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        counter_add(&counter, 1);
        int seen = counter_get(&counter);
        assert(seen >= 1 && seen <= THREADS * ROUNDS);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, work, NULL) != 0) {
            perror("pthread_create");
            exit(EXIT_FAILURE);
        }
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    int total = counter_get(&counter);
    printf("%d\n", total);
    assert(total == THREADS * ROUNDS);
    pthread_mutex_destroy(&counter.lock);
    return 0;
}
