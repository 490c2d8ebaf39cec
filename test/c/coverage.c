//: expect safe
//: options --coverage
//: output coverage: 12 of 15 lines, 3 of 4 branches
//: output test/c/coverage.c:25: never true: if (value > 7) {
//: output test/c/coverage.c:26-27: value = 0;
//: output test/c/coverage.c:17: late never runs
// Lines and branches that no run has reached, and a function that never runs.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static int late(int n)
{
    return n + 1;
}

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    value++;
    if (value > 7) {
        value = 0;
        value = late(value);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        work(NULL);
    pthread_join(a, NULL);
    assert(value == 3 && !pthread_mutex_destroy(&lock));
    return 0;
}
