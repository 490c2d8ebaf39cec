//: expect safe
//: both
// A thread pool: tasks are functions with an argument; one can wait until all are done.
//
//     heddle check examples/c/thread-pool.c
//
// A task counts as pending from the moment it is posted until it has run.  Whoever ends the last
// pending task tells those who wait for all.  The main thread posts tasks that post others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { WORKERS = 2, TASKS = 4 };

typedef void (*Function)(int argument);

static struct {
    pthread_mutex_t lock;
    pthread_cond_t more, idle;
    struct {
        Function function;
        int argument;
    } task[TASKS];
    int first, last; /* tasks first .. last - 1 are waiting to be run */
    int pending;     /* posted and not done */
    bool stopped;
    pthread_t worker[WORKERS];
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .more = PTHREAD_COND_INITIALIZER,
          .idle = PTHREAD_COND_INITIALIZER};

static void pool_post(Function function, int argument)
{
    pthread_mutex_lock(&pool.lock);
    assert(pool.last < TASKS);
    pool.task[pool.last].function = function;
    pool.task[pool.last].argument = argument;
    pool.last++;
    pool.pending++;
    pthread_cond_signal(&pool.more);
    pthread_mutex_unlock(&pool.lock);
}

static void *pool_work(void *argument)
{
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.first == pool.last && !pool.stopped)
            pthread_cond_wait(&pool.more, &pool.lock);
        if (pool.first == pool.last)
            break;
        Function function = pool.task[pool.first].function;
        int number = pool.task[pool.first].argument;
        pool.first++;
        pthread_mutex_unlock(&pool.lock);
        function(number);
        pthread_mutex_lock(&pool.lock);
        if (--pool.pending == 0)
            pthread_cond_broadcast(&pool.idle);
    }
    pthread_mutex_unlock(&pool.lock);
    return argument;
}

static void pool_start(void)
{
    for (int k = 0; k < WORKERS; k++)
        pthread_create(&pool.worker[k], NULL, pool_work, NULL);
}

static void pool_wait(void)
{
    pthread_mutex_lock(&pool.lock);
    while (pool.pending)
        pthread_cond_wait(&pool.idle, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

static void pool_stop(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.stopped = true;
    pthread_cond_broadcast(&pool.more);
    pthread_mutex_unlock(&pool.lock);
    for (int k = 0; k < WORKERS; k++)
        pthread_join(pool.worker[k], NULL);
}

static atomic_int sum;

static void leaf(int number)
{
    atomic_fetch_add(&sum, number);
}

static void split(int number)
{
    pool_post(leaf, number);
    leaf(number);
}

int main(void)
{
    pool_start();
    pool_post(split, 1);
    pool_wait();
    assert(sum == 2);
    pool_stop();
    return 0;
}
