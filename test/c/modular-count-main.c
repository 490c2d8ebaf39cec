//: long
//: expect unknown
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// The first thread adds one, too: what is counted are the threads that have written, whoever they are.
#include <assert.h>
#include <pthread.h>

static volatile int x;

static void *add(void *unused)
{
    int seen = x;
    x = seen + 1;
    return unused;
}

static void *look(void *unused)
{
    assert(x <= 3);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&t, NULL, add, NULL);
    add(NULL);
}
