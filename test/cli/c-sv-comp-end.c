/* What runs for ever and what does not, for c-sv-comp-end.test. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
void reach_error(void)
{
}
static atomic_int ready, turn;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int *none, x;
static void *other(void *p)
{
#if defined FAIR || defined CALL
    ready = 1;
#endif
#ifdef ROUND
    while (ready == 0)
        turn = !turn;
#endif
#ifdef LOCKS
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
#endif
#ifdef DEREF
    x = *none;
#endif
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
#ifdef CALL
    if (ready)
        reach_error();
    else
        abort();
    while (1)
        ;
#endif
#if defined FAIR || defined SPIN
    while (!ready)
        ;
#endif
#ifdef LOCKS
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
#endif
    pthread_join(t, 0);
    return 0;
}
