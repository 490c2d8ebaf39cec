//: expect bug race 16
//: both
// Memory that is touched by atomic accesses for long, and by a plain one late: the atomic accesses
// behind the lock must be seen to race with it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, turn;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    turn++;
    atomic_fetch_add(&count, 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *reset(void *unused)
{
    for (int k = 0; k < 3; k++)
        atomic_fetch_add(&count, 1);
    count = 0;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, reset, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
}
//: also --engine=summarize
