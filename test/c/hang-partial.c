//: expect bug hang
//: output thread 0.1 (back) has taken `b` at line 24, and is stuck, too
//: output waits for ever for
//: output stuck for good
// Two threads wait for each other's mutex while main, which is no part of it, spins: no deadlock, since main can run.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *forth(void *argument)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    done++;
    return argument;
}

static void *back(void *argument)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    done++;
    return argument;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, forth, NULL);
    pthread_create(&y, NULL, back, NULL);
    while (done < 2)
        ;
}
