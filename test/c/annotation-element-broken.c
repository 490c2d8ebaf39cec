//: expect bug access 17
//: both
//: output cells[] is written against its predicate: accessible_if[j] holds(locks[j % 2])
//: output does not hold: tid = thread 0.0, index = 3, locks[1] = none
// Elements of an array, guarded by stripes.
#include <pthread.h>
#include <stddef.h>

static int cells[4]; /*@ accessible_if[j] holds(locks[j % 2]) */
static pthread_mutex_t locks[2];

static void *run(void *unused)
{
    pthread_mutex_lock(&locks[0]);
    cells[0] = 1;
    cells[2] = 1;
    cells[3] = 1;
    pthread_mutex_unlock(&locks[0]);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    pthread_mutex_lock(&locks[1]);
    cells[1] = 1;
    pthread_mutex_unlock(&locks[1]);
    pthread_join(a, NULL);
    return 0;
}
//: also --engine=bound
