//: prove proved
//: unknown lock order: not proved: a function is called through a pointer
// What is called through a pointer may do whatever the predicates allow, and leaves the locks held that are.
#include <pthread.h>
#include <stdlib.h>
struct job {
    void (*run)(void *); /*@ writable_if 0 */
    void *argument;      /*@ writable_if 0 */
    int cost;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static struct job *next;                                   /*@ accessible_if holds(m) */
static int done;                                           /*@ accessible_if holds(m) */
static int mode; /*@ readable_if reads(rw) || holds(rw) */ /*@ writable_if holds(rw) */
/*@ invariant unlocked(m) ==> done >= 0 */

void serve(void)
{
    pthread_mutex_lock(&m);
    struct job *mine = next;
    next = NULL;
    pthread_mutex_unlock(&m);
    if (!mine)
        return;
    mine->run(mine->argument);
    pthread_mutex_lock(&m);
    if (done < 1000)
        done++;
    pthread_mutex_unlock(&m);
}

/* The lock is held before and after. */
int under_lock(int (*measure)(int))
{
    pthread_mutex_lock(&m);
    int result = measure(done);
    done = 1;
    pthread_mutex_unlock(&m);
    return result;
}

int under_read_lock(int (*measure)(int))
{
    pthread_rwlock_rdlock(&rw);
    int result = measure(1) + mode;
    pthread_rwlock_unlock(&rw);
    return result;
}

/* What nobody else has been shown is what it was. */
int own_object(void (*notify)(void))
{
    struct job *mine = malloc(sizeof *mine);
    if (!mine)
        return 0;
    mine->cost = 3;
    notify();
    int i = 0;
    /*@ invariant mine->cost == 3 && 0 <= i && i <= 3 */
    while (i < 3)
        i++;
    free(mine);
    return i;
}

/* In rounds, with what the method says about the lock. */
/*@ requires holds(m) */
void each(void (*visit)(int), int n)
{
    for (int i = 0; i < n; i++)
        visit(i);
    done = 2;
}
