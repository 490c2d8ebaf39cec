//: expect bug access 14
// Checked once more after preprocessing, by test/cli/c-preprocessed-annotation.test.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count; /*@ accessible_if holds(lock) */

static void *run(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    if (unused)
        count--;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
