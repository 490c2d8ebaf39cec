//: expect safe
//: states 24
// Threads that are alike have memory of their own: a variable, and an object on the heap that they lend to a function.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int *own)
{
    pthread_mutex_lock(&m);
    *own = ++sum;
    pthread_mutex_unlock(&m);
}

static void *work(void *unused)
{
    int first = 0, *second = malloc(sizeof *second);
    if (!second)
        return unused;
    add(&first);
    add(second);
    assert(first < *second);
    free(second);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, work, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    assert(sum == 6);
    return 0;
}
//: also --engine=summarize
