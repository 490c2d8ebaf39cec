//: expect bug assert
//: options --engine=explore
// How many threads main waits for stands in memory: in one state it waits for all, in another one, where all else is the same, for one.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static pthread_t t[3];
static int most;
static atomic_int ended;
static void *work(void *unused)
{
    atomic_fetch_add(&ended, 1);
    return unused;
}
int main(void)
{
    most = heddle_choose(0, 1) ? 1 : 3;
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, work, NULL);
    for (int k = 0; k < most; k++)
        pthread_join(t[k], NULL);
    assert(atomic_load(&ended) == 3);
    for (int k = most; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
