//: prove failed --int=math
//: failed take access 37 struct task.owner is written against its predicate
//: failed use access 44 struct task.input is read against its predicate
//: failed put access 27 the invariant does not hold any more: waits == NULL ||
// The queue changes before the owner does, a task of anybody is used, a queue does not know one.
#include <pthread.h>
#include <stdlib.h>
struct task {
    int input; /*@ accessible_if queue != NULL ? holds(queue->lock) : owner == tid */
    /*@ ghost struct queue *queue; accessible_if queue ? holds(queue->lock) : owner == tid */
    /*@ ghost unsigned owner; accessible_if queue ? holds(queue->lock) : owner == tid */
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
        /*@ ghost t->queue = NULL; */
        /*@ ghost t->owner = tid; */
    }
    pthread_mutex_unlock(&q->lock);
    return t;
}
int use(struct task *t)
{
    return t->input;
}
