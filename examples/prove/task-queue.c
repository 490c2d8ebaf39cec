//: prove proved
//: expect safe
// Tasks change hands: one that waits in a queue belongs to who holds the lock of the queue, any other to its
// owner.
#include <pthread.h>
#include <stdlib.h>

struct task {
    int input, result; /*@ accessible_if queue != NULL ? holds(queue->lock) : owner == tid */
    /*@ ghost struct queue *queue; accessible_if queue != NULL ? holds(queue->lock) : owner == tid */
    /*@ ghost unsigned owner; accessible_if queue != NULL ? holds(queue->lock) : owner == tid */
};

struct queue {
    pthread_mutex_t lock;
    struct task *waits; /*@ accessible_if holds(lock) */
    /*@ invariant waits == NULL || waits->queue == this */
};

/*@ requires t->queue == NULL && t->owner == tid */
int put(struct queue *q, struct task *t)
{
    int done = 0;
    pthread_mutex_lock(&q->lock);
    if (!q->waits) {
        q->waits = t;
        /*@ ghost t->queue = q; */
        done = 1;
    }
    pthread_mutex_unlock(&q->lock);
    return done;
}

struct task *take(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    struct task *t = q->waits;
    if (t) {
        q->waits = NULL;
        /*@ ghost t->owner = tid; */
        /*@ ghost t->queue = NULL; */
    }
    pthread_mutex_unlock(&q->lock);
    return t;
}

static struct queue jobs = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *producer(void *unused)
{
    struct task *t = malloc(sizeof *t);
    /*@ ghost t->queue = NULL; */
    /*@ ghost t->owner = tid; */
    t->input = 3;
    if (!put(&jobs, t))
        free(t);
    return unused;
}

static void *consumer(void *unused)
{
    struct task *t = take(&jobs);
    if (t)
        t->result = t->input + 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
