//: expect bug assert 31
//: options --engine=explore --property=assert
// What the first join says decides whether main waits for the second thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sum;

static void *work(void *given)
{
    sum++;
    return given;
}

int main(void)
{
    pthread_t t[2];
    void *result;
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, work, &sum);
    pthread_join(t[0], &result);
    if (!result) {
        pthread_join(t[1], NULL);
        return 0;
    }

    // The second one may not have begun.  The result was not null: it is what the thread was given.

    assert(sum == 2);
    return 0;
}
