//: expect safe
//: both
//: states 13
// Threads that differ in names only are one, though main has their names in an array: it joins them.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *number)
{
    (void)number; /* so it does not tell them apart */
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        count++;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, add, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    assert(count == 2 * THREADS);
    return 0;
}
