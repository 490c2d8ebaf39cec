//: expect safe
//: both
//: options --data-model=ILP32
// A condition variable may be destroyed, and its memory freed, as soon as all waiters were woken:
// even
// // before they have got the mutex again (an example in POSIX).  With 32-bit pointers.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static pthread_cond_t *c;
static int go;

static void *one(void *p)
{
    pthread_mutex_lock(&m);
    if (!go)
        pthread_cond_wait(c, &m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t a;
    c = malloc(sizeof *c);
    pthread_cond_init(c, NULL);
    pthread_create(&a, NULL, one, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(c);
    pthread_cond_destroy(c);
    free(c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
//: also --engine=summarize
