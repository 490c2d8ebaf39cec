//: expect safe
//: both
// What `heddle infer` prints of this program stands behind its declarations: it can be pasted.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct account {
    int balance; /*@ accessible_if holds(lock) */
    pthread_mutex_t lock;
};
static struct account accounts[2] = {{1, PTHREAD_MUTEX_INITIALIZER},
                                     {2, PTHREAD_MUTEX_INITIALIZER}};

static pthread_mutex_t *pool_lock; /*@ writable_if 0 */
static int taken;                  /*@ accessible_if holds(*pool_lock) */

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int size; /*@ readable_if holds(rw) || reads(rw) */ /*@ writable_if holds(rw) */

static struct {
    pthread_mutex_t lock;
    struct {
        int used; /*@ accessible_if holds(queue.lock) */
    } inner;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

static pthread_mutex_t stripe[2];
static int cell[2]; /*@ accessible_if[j] holds(stripe[j]) */

static int limit = 7; /*@ writable_if 0 */

static void *run(void *argument)
{
    int me = argument != NULL;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&accounts[k].lock);
        accounts[k].balance++;
        pthread_mutex_unlock(&accounts[k].lock);
        pthread_mutex_lock(&stripe[k]);
        cell[k]++;
        pthread_mutex_unlock(&stripe[k]);
    }
    pthread_mutex_lock(pool_lock);
    if (taken < limit)
        taken++;
    pthread_mutex_unlock(pool_lock);
    pthread_rwlock_rdlock(&rw);
    int seen = size;
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_wrlock(&rw);
    size = seen + me;
    pthread_rwlock_unlock(&rw);
    pthread_mutex_lock(&queue.lock);
    queue.inner.used++;
    pthread_mutex_unlock(&queue.lock);
    return NULL;
}

int main(void)
{
    pthread_t a;
    pool_lock = malloc(sizeof *pool_lock);
    pthread_mutex_init(pool_lock, NULL);
    pthread_create(&a, NULL, run, NULL);
    run(&a);
    pthread_join(a, NULL);
    free(pool_lock);
    return 0;
}
//: also --engine=summarize
//: also --engine=cegar --property=assert
