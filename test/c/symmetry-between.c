//: expect bug assert 30
//: both
// Main does something between its joins: in which order it has the names of its threads can be seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first, ended;

static void *work(void *unused)
{
    if (!first)
        first = 1;
    else
        while (ended != 1) /* the second one waits for the first one to be joined */
            ;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, work, NULL);
    pthread_create(&t[1], NULL, work, NULL);
    pthread_join(t[0], NULL);
    ended = 1;
    pthread_join(t[1], NULL);

    assert(first == 2); /* reached, where t[0] was the first */
    return 0;
}
